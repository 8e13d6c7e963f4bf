import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { OfferState } from '#contract/offers/lifecycle-offer.ts'
import type { Mode } from '#contract/values.ts'
import type { Kept } from '#server/offers/quotes/lock-quote.ts'

export type OfferKind = 'asPriced' | 'changed' | 'otherTime'
export type OfferRow = {
  id: string
  request_id: string
  version: number
  quote_id: string
  state: OfferState
  kind: OfferKind
  reason: string
  note: string
  created_at: Date
  ends_at: Date
  ended_at: Date | null
  half_told_at: Date | null
  from_ms: number | null
  until_ms: number | null
}
/** An offer that stands, with the quote it made and the whole time it needs, in milliseconds. */
export type StandingOffer = {
  id: string
  requestId: string
  version: number
  kind: OfferKind
  reason: string
  note: string
  mode: Mode
  endsAt: Date
  totalMinor: number
  depositMinor: number
  during: { from: number; until: number } | null
  quote: Kept
}

const columns = [
  'offer.id',
  'offer.request_id',
  'offer.version',
  'offer.quote_id',
  'offer.state',
  'offer.kind',
  'offer.reason',
  'offer.note',
  'offer.created_at',
  'offer.ends_at',
  'offer.ended_at',
  'offer.half_told_at',
] as const
const ends = () =>
  [
    sql<number | null>`(extract(epoch from lower(offer.during)) * 1000)::float8`.as('from_ms'),
    sql<number | null>`(extract(epoch from upper(offer.during)) * 1000)::float8`.as('until_ms'),
  ] as const

/** The offer of a provider that stands on a search. */
export async function standingOffer(
  db: Db,
  searchId: string,
  providerId: string,
  now: Date,
): Promise<StandingOffer | null> {
  const row = await db
    .selectFrom('offer')
    .innerJoin('request', 'request.id', 'offer.request_id')
    .innerJoin('quote', 'quote.id', 'offer.quote_id')
    .where('request.search_id', '=', searchId)
    .where('request.provider_id', '=', providerId)
    .where('offer.state', '=', 'offered')
    .where('offer.ends_at', '>', now)
    .select([
      ...columns,
      ...ends(),
      'request.mode',
      'quote.version as quote_version',
      'quote.total_minor',
      'quote.deposit_minor',
      'quote.hash',
      'quote.body',
      'quote.expires_at',
    ])
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    requestId: row.request_id,
    version: row.version,
    kind: row.kind as OfferKind,
    reason: row.reason,
    note: row.note,
    mode: row.mode as Mode,
    endsAt: row.ends_at,
    totalMinor: row.total_minor,
    depositMinor: row.deposit_minor,
    during: row.from_ms === null || row.until_ms === null ? null : { from: row.from_ms, until: row.until_ms },
    quote: { id: row.quote_id, version: row.quote_version, hash: row.hash, body: row.body, expires_at: row.expires_at },
  }
}

/** All offers of these requests, newest first. */
export const offersOf = async (db: Db, requestIds: readonly string[]): Promise<OfferRow[]> =>
  requestIds.length === 0
    ? []
    : ((await db
        .selectFrom('offer')
        .where('request_id', 'in', requestIds)
        .select([...columns, ...ends()])
        .orderBy('version', 'desc')
        .execute()) as OfferRow[])

export type NewOffer = {
  requestId: string
  version: number
  quoteId: string
  kind: OfferKind
  reason: string
  note: string
  during: { from: number; until: number } | null
  now: Date
  endsAt: Date
}

export const insertOffer = (db: Db, o: NewOffer) =>
  db
    .insertInto('offer')
    .values({
      request_id: o.requestId,
      version: o.version,
      quote_id: o.quoteId,
      kind: o.kind,
      reason: o.reason,
      note: o.note,
      created_at: o.now,
      ends_at: o.endsAt,
      during: o.during && `[${new Date(o.during.from).toISOString()},${new Date(o.during.until).toISOString()})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Ends the offer of a request that stands, and the quote it made unless it is booked; answers it. */
export async function endOffer(
  db: Db,
  requestId: string,
  state: Exclude<OfferState, 'offered'>,
  now: Date,
): Promise<{ id: string; quote_id: string } | undefined> {
  const ended = await db
    .updateTable('offer')
    .set({ state, ended_at: now })
    .where('request_id', '=', requestId)
    .where('state', '=', 'offered')
    .returning(['id', 'quote_id'])
    .executeTakeFirst()
  if (ended && state !== 'superseded')
    await db.updateTable('request').set({ open: false }).where('id', '=', requestId).execute()
  if (ended && state !== 'accepted')
    await db
      .updateTable('quote')
      .set({ expires_at: now })
      .where('id', '=', ended.quote_id)
      .where('expires_at', '>', now)
      .execute()
  return ended
}

/** The highest version of what has been offered on a request; 0 for none. */
export const lastOfferVersion = async (db: Db, requestId: string): Promise<number> => {
  const row = await db
    .selectFrom('offer')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return Number(row?.version ?? 0)
}
