import { markets } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import type { EarningLine } from '#contract/offers/received-parts.ts'
import type { ReceivedRequest, ReceivedRequestInFull } from '#contract/offers/requests.ts'
import type { CountryCode } from '#contract/values.ts'
import { customerScore } from '#server/accounts/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { maskContacts } from '#server/platform/validation/contact-details.ts'
import { distanceIn, metresApart, rounded } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import type { ReceivedRow } from './received-queries.ts'
import { clashOf, spotOf } from '#server/providers/index.ts'
import { presentLook } from '#server/search/looks/door.ts'
import type { QuoteBody } from '#server/search/locked-quotes/door.ts'
import { type OfferRow, offersOf } from '#server/offers/offer-queries.ts'
import { timesOf } from './own-requests.ts'
import { quotesById } from '#server/offers/present-queries.ts'

export type Receiver = { id: string; lat: number; lng: number; buffer_minutes: number; payouts_ready: boolean }

/** A request as its provider reads it in a list. */
export function presentReceived(
  ctx: Context,
  provider: Receiver,
  row: ReceivedRow,
  offer: OfferRow | undefined,
): ReceivedRequest {
  const body = row.body as QuoteBody
  const country = row.country_code as CountryCode
  const from = (row.confirmed_at ?? row.created_at).getTime()
  return {
    id: row.id,
    state: row.state,
    open: row.open,
    version: row.version,
    mode: row.mode,
    firstName: row.customer_gone ? 'A customer' : ((row.details?.name ?? row.customer_name).split(' ')[0] ?? ''),
    event: row.details?.event ?? '',
    people: row.people.reduce((sum, look) => sum + look.count, 0),
    eventDate: row.event_date,
    finishTime: row.finish_time,
    startTime: row.start_time,
    timeConstraint: row.time_constraint,
    timeZone: row.tz,
    area: row.area,
    distance: distanceIn(
      metresApart(rounded(row), rounded(provider)),
      markets[country].distance === 'miles' ? 'mi' : 'km',
    ),
    askedAt: new Date(from).toISOString(),
    endsAt: row.ends_at.toISOString(),
    half: row.state === 'requested' && ctx.now.getTime() - from >= (row.ends_at.getTime() - from) / 2,
    earnings: body.total - body.fee,
    total: body.total,
    currency: body.currency,
    countryCode: country,
    offer: offer
      ? {
          version: offer.version,
          state: offer.state,
          madeAt: offer.created_at.toISOString(),
          endsAt: offer.ends_at.toISOString(),
        }
      : null,
  }
}

/** The price lines from the provider's side. */
export const earningLines = (body: QuoteBody): EarningLine[] =>
  body.lines.map((line, i) => ({
    kind: line.kind,
    label: line.label,
    count: line.count,
    earn: major(body.terms.costsMinor[i] ?? 0),
    unit: line.unit,
    amount: line.amount,
  }))

/** A request with everything that its provider decides by. */
export async function presentInFull(
  ctx: Context,
  catalog: Catalog,
  provider: Receiver,
  row: ReceivedRow,
): Promise<ReceivedRequestInFull> {
  const offers = await offersOf(ctx.db, [row.id])
  const quotes = await quotesById(
    ctx.db,
    offers.map((offer) => offer.quote_id),
  )
  const body = row.body as QuoteBody
  const during = duringOf(body, provider.buffer_minutes)
  const waits = during && row.open && row.state === 'requested'
  const clash = waits
    ? await clashOf(
        ctx,
        provider.id,
        dayOf(row.event_date, row.tz),
        { ...spotOf(row.mode, provider, row), from: during.from, to: during.to },
        provider.buffer_minutes,
      )
    : null
  return {
    ...presentReceived(ctx, provider, row, offers[0]),
    looks: row.people.map((look) => ({
      ...look,
      labels: look.services.map((id) => catalog.services.get(id)?.label ?? id),
    })),
    inMind: await presentLook(ctx.db, { ...row, id: row.search_id }),
    lines: earningLines(body),
    percent: body.terms.percent,
    plan: body.plan,
    offers: offers.map((offer) => {
      const given = quotes.get(offer.quote_id) as QuoteBody
      return {
        id: offer.id,
        version: offer.version,
        state: offer.state,
        kind: offer.kind,
        reason: offer.reason,
        note: offer.note,
        madeAt: offer.created_at.toISOString(),
        endsAt: offer.ends_at.toISOString(),
        earnings: given.total - given.fee,
        total: given.total,
        plan: timesOf(given),
      }
    }),
    clash,
    customerScore: await customerScore(ctx.db, row.account_id),
    payoutReady: provider.payouts_ready,
    words: maskContacts(row.words).text,
    pictures: row.files.map((src) => ({ src, alt: '' })),
    note: row.note,
    reason: row.reason,
  }
}

/** The whole time that a plan takes out of its provider's day, in milliseconds: `to` the end of the work, `until` that of the buffer after it. */
export function duringOf(
  { plan }: QuoteBody,
  bufferMinutes: number,
): { from: number; to: number; until: number } | null {
  if (!plan) return null
  const to = Math.max(Date.parse(plan.doneAt), plan.readyBy ? Date.parse(plan.readyBy) : 0)
  return { from: Date.parse(plan.arriveAt), to, until: to + bufferMinutes * 60_000 }
}
