import { createHash } from 'node:crypto'
import { limits } from '#contract/constants.ts'
import { major, minor } from '#contract/money.ts'
import type { LockedQuote, Plan, PriceLine } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import type { ResolvedSearch } from '#server/search/searches/saved-search.ts'
import type { DayPlan } from '#server/search/planning/planner.ts'
import { policyTerms } from '#server/search/pricing/policy.ts'
import { depositShareOf, priceOfCandidate } from '#server/search/pricing/pricing.ts'
import { planOf } from '#server/search/quotes/cards.ts'
import type { Quoted } from '#server/search/quotes/quoted-provider.ts'
import { pricingOf } from '#server/search/matching/match-search.ts'
import { insertQuote, latestQuote } from './quote-queries.ts'

/** What a locked version keeps; `asked` is what it was the price of. */
export type QuoteBody = Omit<LockedQuote, 'id' | 'hash' | 'version' | 'expiresAt'> & {
  asked: string
  /** The provider's side of it, which customers do not see: what they earn for one of each line, the fee's percent and the deposit's share. */
  terms: { costsMinor: number[]; percent: number; share: number }
}

/** The price that stands for a provider who fits: the version already locked while it lasts and asks the same, else a new one. */
export async function lockQuote(ctx: Context, asked: ResolvedSearch, quoted: Quoted): Promise<LockedQuote> {
  const standing = await latestQuote(ctx.db, asked.row.id, quoted.row.id, quoted.entry.mode)
  if (standing && standing.expires_at > ctx.now && bodyOf(standing).asked === askedKey(asked))
    return presentQuote(standing)

  const day = planOf(asked, quoted.entry)
  const body = bodyFor(ctx, asked, quoted, day)
  const expiry = ctx.now.getTime() + limits.quoteHours * 3_600_000
  const of = { searchId: asked.row.id, providerId: quoted.row.id, version: (standing?.version ?? 0) + 1 }
  const kept =
    (await saveQuote(ctx, of, body, new Date(Math.min(expiry, day?.arriveAt ?? expiry)))) ??
    (await latestQuote(ctx.db, asked.row.id, quoted.row.id, quoted.entry.mode))
  if (!kept) throw new Error(`quote of search ${asked.row.id} was neither kept nor found`)
  return presentQuote(kept)
}

/** Writes a version down with its hash; nothing where another call has just kept that version. */
export const saveQuote = (
  ctx: Context,
  of: { searchId: string; providerId: string; version: number },
  body: QuoteBody,
  expiresAt: Date,
): Promise<Kept | undefined> =>
  insertQuote(ctx.db, {
    search_id: of.searchId,
    provider_id: of.providerId,
    mode: body.mode,
    version: of.version,
    hash: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
    body: JSON.stringify(body),
    total_minor: minor(body.total),
    deposit_minor: minor(body.deposit),
    currency: body.currency,
    created_at: ctx.now,
    expires_at: expiresAt,
  })

export type Kept = { id: string; version: number; hash: string; body: unknown; expires_at: Date }
const bodyOf = (kept: Kept): QuoteBody => kept.body as QuoteBody

/** A kept version as the customer sees it. */
export function presentQuote(kept: Kept): LockedQuote {
  const { asked: _, terms: __, ...body } = bodyOf(kept)
  return { ...body, id: kept.id, hash: kept.hash, version: kept.version, expiresAt: kept.expires_at.toISOString() }
}

/** Whether a kept version is the price of what the search asks for now. */
export const asksTheSame = (kept: Kept, asked: ResolvedSearch): boolean => bodyOf(kept).asked === askedKey(asked)

/** The price, plan and policy of a provider for what is asked, without keeping them. */
export function priceNow(
  ctx: Context,
  asked: ResolvedSearch,
  quoted: Quoted,
): Omit<LockedQuote, 'id' | 'hash' | 'version' | 'expiresAt'> {
  const { asked: _, ...body } = bodyFor(ctx, asked, quoted, planOf(asked, quoted.entry))
  return body
}

const askedKey = ({ row, aim }: ResolvedSearch): string =>
  createHash('sha256')
    .update(JSON.stringify([row.event_date, aim, row.people, row.lat, row.lng]))
    .digest('base64url')

/** The price of a candidate as it would be kept. */
export function bodyFor(ctx: Context, asked: ResolvedSearch, quoted: Quoted, day: DayPlan | null): QuoteBody {
  const price = priceOfCandidate(quoted.entry.candidate, quoted.entry.mode, pricingOf(asked))
  return {
    asked: askedKey(asked),
    terms: {
      costsMinor: price.lines.map((line) => line.costMinor),
      percent: asked.category.feePercent,
      share: depositShareOf(quoted.entry.candidate),
    },
    mode: quoted.entry.mode,
    lines: linesOf(asked, quoted, price.lines),
    total: major(price.totalMinor),
    fee: major(price.feeMinor),
    deposit: major(price.depositMinor),
    balance: major(price.balanceMinor),
    currency: asked.market.currency,
    plan: day && presentPlan(asked, quoted, day),
    policy: policyTerms(quoted.row.policy, day?.arriveAt ?? null, asked.day, ctx.now.getTime()),
  }
}

const otherLabels = { travel: 'Travel', topUp: 'Minimum job top-up', early: 'Early start' } as const

function linesOf(
  asked: ResolvedSearch,
  quoted: Quoted,
  lines: ReturnType<typeof priceOfCandidate>['lines'],
): PriceLine[] {
  let person = 1
  return lines.map((line): PriceLine => {
    const money = { count: line.count, unit: major(line.unitMinor), amount: major(line.amountMinor) }
    if (line.kind !== 'look')
      return { kind: line.kind, label: otherLabels[line.kind], ...money, parts: [], people: null, minutes: null }
    const parts = line.parts.map(({ id, unitMinor }) => ({
      serviceId: id,
      label: labelOf(asked, id),
      unit: major(unitMinor),
    }))
    const people: [number, number] = [person, person + line.count - 1]
    person += line.count
    const minutes = line.parts.reduce((sum, { id }) => sum + quoted.minutesOf(id), 0)
    return { kind: 'look', label: lookLabel(parts.map((part) => part.label)), ...money, parts, people, minutes }
  })
}

const labelOf = (asked: ResolvedSearch, id: string): string =>
  asked.services.find((service) => service.id === id)?.label ?? id

/** 'Makeup', 'Makeup and updo', 'Makeup, updo and lashes'. */
function lookLabel(labels: readonly string[]): string {
  const [first = '', ...others] = labels
  const rest = others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))
  const last = rest.pop()
  return last === undefined ? first : `${[first, ...rest].join(', ')} and ${last}`
}

function presentPlan(asked: ResolvedSearch, quoted: Quoted, day: DayPlan): Plan {
  const iso = (ms: number) => asked.day.iso(ms)
  return {
    arriveAt: iso(day.arriveAt),
    startAt: iso(day.startAt),
    doneAt: iso(day.doneAt),
    readyBy: asked.aim?.constraint === 'finish' ? iso(asked.aim.at) : null,
    spareMinutes: day.spareMinutes,
    setupMinutes: day.setupMinutes,
    timeZone: asked.row.tz,
    clocksChange: asked.day.clocksChange,
    early: quoted.early,
    artists: quoted.row.artists,
    blocks: day.blocks.map(({ artist, person, want, from, to }) => {
      const id = asked.party.wanted[want] as string
      return {
        artist: quoted.row.artists[artist] ?? '',
        artistIndex: artist,
        person: person + 1,
        serviceId: id,
        label: labelOf(asked, id),
        from: iso(from),
        to: iso(to),
      }
    }),
  }
}
