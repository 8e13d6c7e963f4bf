import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type OfferEvent, offerLifecycle, type OfferState } from '#contract/offers/lifecycle-offer.ts'
import { transition } from '#contract/lifecycle.ts'
import { endQuote } from '#server/search/locked-quotes/door.ts'

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

export const offerById = (db: Db, id: string) =>
  db
    .selectFrom('offer')
    .select(['offer.id', 'offer.request_id', 'offer.state'])
    .where('offer.id', '=', id)
    .executeTakeFirst() as Promise<Pick<OfferRow, 'id' | 'request_id' | 'state'> | undefined>

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
  event: OfferEvent,
  now: Date,
): Promise<{ id: string; quote_id: string } | undefined> {
  const { from, to } = transition(offerLifecycle, event)
  const ended = await db
    .updateTable('offer')
    .set({ state: to, ended_at: now })
    .where('request_id', '=', requestId)
    .where('state', 'in', from)
    .returning(['id', 'quote_id'])
    .executeTakeFirst()
  if (ended && to !== 'superseded')
    await db.updateTable('request').set({ open: false }).where('id', '=', requestId).execute()
  if (ended && to !== 'accepted') await endQuote(db, ended.quote_id, now)
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
