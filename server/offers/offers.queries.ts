import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type OfferEvent, offerLifecycle, type OfferState } from '#contract/offers/lifecycle-offer.ts'
import { getTransition } from '#contract/lifecycle.ts'
import { endQuote } from '#server/search/index.ts'

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

export const listOffers = async (db: Db, requestIds: readonly string[]): Promise<OfferRow[]> =>
  requestIds.length === 0
    ? []
    : ((await db
        .selectFrom('offer')
        .where('request_id', 'in', requestIds)
        .select([...columns, ...ends()])
        .orderBy('version', 'desc')
        .execute()) as OfferRow[])

export const findOfferById = (db: Db, id: string) =>
  db
    .selectFrom('offer')
    .select(['offer.id', 'offer.request_id', 'offer.state'])
    .where('offer.id', '=', id)
    .executeTakeFirst() as Promise<Pick<OfferRow, 'id' | 'request_id' | 'state'> | undefined>

type NewOffer = {
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

export async function endOffer(
  db: Db,
  requestId: string,
  event: OfferEvent,
  now: Date,
): Promise<{ id: string; quote_id: string } | undefined> {
  const { from, to } = getTransition(offerLifecycle, event)
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

export const getLastOfferVersion = async (db: Db, requestId: string): Promise<number> => {
  const row = await db
    .selectFrom('offer')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return Number(row?.version ?? 0)
}

export const listExpiredRequests = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('request')
    .select('id')
    .where('state', 'in', ['unconfirmed', 'requested'])
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .execute()

export const listExpiredOffers = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('offer')
    .select('request_id as id')
    .where('state', '=', 'offered')
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .execute()

export const listConflictingOffers = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('offer')
    .innerJoin('request', 'request.id', 'offer.request_id')
    .where('offer.state', '=', 'offered')
    .where('offer.ends_at', '>', now)
    .where('offer.during', 'is not', null)
    .where((of) =>
      of.exists(
        of
          .selectFrom('busy')
          .select('busy.id')
          .whereRef('busy.provider_id', '=', 'request.provider_id')
          .where('busy.kind', '=', 'appointment')
          .where(sql<boolean>`busy.during && offer.during`),
      ),
    )
    .select('request.id')
    .limit(limit)
    .execute()

const half = (from: string, until: string) => sql<Date>`${sql.ref(from)} + (${sql.ref(until)} - ${sql.ref(from)}) / 2`

export const listHalfDueRequests = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('request')
    .select('id')
    .where('state', '=', 'requested')
    .where('half_told_at', 'is', null)
    .where('ends_at', '>', now)
    .where(half('confirmed_at', 'ends_at'), '<=', now)
    .limit(limit)
    .execute()

export const listHalfDueOffers = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('offer')
    .select(['id', 'request_id', 'quote_id', 'version', 'ends_at'])
    .where('state', '=', 'offered')
    .where('half_told_at', 'is', null)
    .where('ends_at', '>', now)
    .where(half('created_at', 'ends_at'), '<=', now)
    .limit(limit)
    .execute()

export const markOfferHalf = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('offer')
      .set({ half_told_at: now })
      .where('id', '=', id)
      .where('state', '=', 'offered')
      .where('half_told_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export async function listQuotesById(db: Db, ids: readonly string[]): Promise<Map<string, unknown>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('quote')
    .select(['id', 'body'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, body }) => [id, body]))
}

export const findAccountById = (db: Db, id: string) =>
  db.selectFrom('account').select(['id', 'email', 'name', 'country_code']).where('id', '=', id).executeTakeFirst()
