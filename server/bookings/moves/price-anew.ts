import { sumsOf } from '#contract/price-lines.ts'
import type { Plan } from '#contract/search/quotes.ts'
import type { Minor } from '#contract/money.ts'
import {
  bodyFor,
  type KeptAddOn,
  type KeptPackage,
  longerWith,
  planOfQuoted,
  type QuoteBody,
  type Quoted,
  quotedProviders,
  type ResolvedSearch,
} from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow, Frozen } from '#server/bookings/appointments/appointment-queries.ts'
import { atFrozenPrices, type Priced } from './frozen-prices.ts'

export type Anew = { plan: Plan; body: Frozen; totalMinor: Minor; depositMinor: Minor; feeMinor: Minor }

/** The day and the price of an appointment for what is asked now, with what is added to it, by the rule that was frozen with it; null where its artist does not offer that, or nobody could do it that day. Not inside a transaction. */
export async function priceAnew(
  ctx: Context,
  row: AppointmentRow,
  asked: ResolvedSearch,
  no: number,
  addOns: readonly KeptAddOn[] = row.body.terms?.addOns ?? [],
): Promise<Anew | 'not_offered' | 'no_time'> {
  const [found] = await quotedProviders(ctx, asked, [no], row.mode)
  if (!found || found.entry.mode !== row.mode) return 'not_offered'
  const quoted = longerWith(asked, found, addOns, ctx.now)
  const day = planOfQuoted(asked, quoted, ctx.now, row.starts_at.getTime())
  const now = bodyFor(ctx, asked, asBooked(quoted, row), day)
  if (!now.plan) return 'no_time'
  const { artists } = row.body.plan
  const plan = { ...now.plan, artists: artists.length === now.plan.artists.length ? artists : now.plan.artists }
  const priced: Priced = { lines: now.lines, terms: { minimumMinor: 0, serviceCosts: {}, ...now.terms } }
  const frozen = frozenPriceOf(row, priced)
  const lines = atFrozenPrices(priced, { ...frozen, terms: { ...frozen.terms, packages: packagesThen(now, row) } })
  const terms = {
    ...frozen.terms,
    costsMinor: lines.map(({ costMinor }) => costMinor),
    serviceCosts: { ...priced.terms.serviceCosts, ...frozen.terms.serviceCosts },
    packages: packagesThen(now, row),
    addOns: [...addOns],
    titles: { ...now.terms.titles, ...row.body.terms?.titles },
  }
  return { plan, body: { ...row.body, lines: lines.map(({ line }) => line), plan, terms }, ...sumsOf(lines, terms) }
}

/** What is sold together: what was when it was booked, and of what was not priced then what is now. */
function packagesThen(now: Pick<QuoteBody, 'terms'>, { body: { terms } }: AppointmentRow): KeptPackage[] {
  if (!terms) return now.terms.packages ?? []
  const priced = terms.serviceCosts ?? {}
  const since = (now.terms.packages ?? []).filter(({ services }) => services.some(([id]) => priced[id] === undefined))
  return [...(terms.packages ?? []), ...since]
}

/** The artist with the titles that what is booked already was booked by. */
function asBooked(quoted: Quoted, { body: { terms } }: AppointmentRow): Quoted {
  const booked = Object.keys(terms?.serviceCosts ?? {})
  const titles = new Map([...quoted.titles].filter(([id]) => !booked.includes(id)))
  for (const [id, title] of Object.entries(terms?.titles ?? {})) titles.set(id, title)
  return { ...quoted, titles }
}

// Bookings from before their terms were kept are priced as now.
function frozenPriceOf({ body: { lines, terms } }: AppointmentRow, now: Priced): Priced {
  if (!terms || terms.costsMinor.length !== lines.length) return now
  return {
    lines,
    terms: {
      ...terms,
      minimumMinor: terms.minimumMinor ?? now.terms.minimumMinor,
      serviceCosts: terms.serviceCosts ?? {},
    },
  }
}
