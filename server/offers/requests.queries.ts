import { type Selectable, sql } from 'kysely'
import { type RequestEvent, requestLifecycle, type RequestState } from '#contract/offers/lifecycle-request.ts'
import { getTransition } from '#contract/lifecycle.ts'
import type { Mode } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { rethrowConstraintAs } from '#server/platform/refusal.ts'
import type { FreeOf, LookTag } from '#contract/looks/vocabulary.ts'
import type { Look, Requester } from '#contract/search/search.ts'

export type RequestRow = Omit<Selectable<DB['request']>, 'state' | 'mode'> & { state: RequestState; mode: Mode }

/** The first search in a chain of edits identifies the event. */
export async function getEventKey(db: Db, searchId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, previous_search, 0 as back from search where id = ${searchId}
      union all select s.id, s.previous_search, c.back + 1 from search s join chain c on s.id = c.previous_search where c.back < 50
        and (s.account_id is not distinct from (select account_id from search where id = ${searchId}) or s.visitor_hash = (select visitor_hash from search where id = ${searchId}))
    ) select id from chain order by back desc limit 1`.execute(db)
  return rows[0]?.id ?? searchId
}

export async function listSearchesWithRequests(db: Db, searchIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (searchIds.length === 0) return new Set()
  const { rows } = await sql<{ of: string }>`
    with recursive chain as (
      select id as of, id, previous_search, account_id, visitor_hash, 0 as back from search where id = any(${sql.val(searchIds)}::text[])
      union all select c.of, s.id, s.previous_search, c.account_id, c.visitor_hash, c.back + 1 from search s join chain c on s.id = c.previous_search
        where c.back < 50 and (s.account_id is not distinct from c.account_id or s.visitor_hash = c.visitor_hash)
    ) select distinct of from chain join request r on r.event_key = chain.id where r.open`.execute(db)
  return new Set(rows.map(({ of }) => of))
}

/** Serialises changes to an event's requests with an advisory lock. */
export const lockEvent = async (db: Db, eventKey: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('event ' || ${eventKey}, 0))`.execute(db)
}

type NewRequest = {
  version?: number
  replaces?: string | null
  eventKey: string
  searchId: string
  providerId: string
  accountId: string
  mode: Mode
  state: 'unconfirmed' | 'requested'
  quoteId: string
  eventDate: string
  now: Date
  endsAt: Date
  words: string
  files: readonly string[]
}

export const insertRequest = (db: Db, r: NewRequest): Promise<RequestRow> =>
  db
    .insertInto('request')
    .values({
      event_key: r.eventKey,
      search_id: r.searchId,
      provider_id: r.providerId,
      account_id: r.accountId,
      mode: r.mode,
      state: r.state,
      quote_id: r.quoteId,
      version: r.version ?? 1,
      replaces: r.replaces ?? null,
      event_date: r.eventDate,
      created_at: r.now,
      confirmed_at: r.state === 'requested' ? r.now : null,
      ends_at: r.endsAt,
      words: r.words,
      files: [...r.files],
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(rethrowConstraintAs('request_one_live', 'already_requested')) as Promise<RequestRow>

export const findRequestById = (db: Db, id: string) =>
  db.selectFrom('request').selectAll().where('id', '=', id).executeTakeFirst() as Promise<RequestRow | undefined>

export const lockRequest = (db: Db, id: string) =>
  db.selectFrom('request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    RequestRow | undefined
  >

export const listRequestsOfEvent = (db: Db, eventKey: string) =>
  db.selectFrom('request').selectAll().where('event_key', '=', eventKey).orderBy('created_at').execute() as Promise<
    RequestRow[]
  >

export const listLiveRequests = (db: Db, eventKey: string) =>
  db
    .selectFrom('request')
    .selectAll()
    .where('event_key', '=', eventKey)
    .where('open', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<RequestRow[]>

export const openRequestsOf = (db: Db, { providerId, accountId }: { providerId?: string; accountId?: string }) =>
  db
    .selectFrom('request')
    .select(['id', 'event_key', 'state'])
    .where('open', '=', true)
    .$if(providerId !== undefined, (q) => q.where('provider_id', '=', providerId as string))
    .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId as string))
    .orderBy('event_key')
    .orderBy('id')
    .execute()

type Change = Partial<{
  open: boolean
  confirmed_at: Date
  ends_at: Date
  half_told_at: Date | null
  answered_at: Date
  reason: string
  note: string
}>

export const changeRequest = (db: Db, id: string, change: Change) =>
  db.updateTable('request').set(change).where('id', '=', id).execute()

/** Applies a lifecycle event to a request and closes it at the end. Returns false if its state does not allow it. */
export async function moveRequest(db: Db, id: string, event: RequestEvent, change: Change = {}): Promise<boolean> {
  const { from, to } = getTransition(requestLifecycle, event)
  const open = to === 'requested' || to === 'offered'
  const { numUpdatedRows } = await db
    .updateTable('request')
    .set({ ...change, state: to, open })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const getLastRequestVersion = async (db: Db, eventKey: string, providerId: string): Promise<number> => {
  const row = await db
    .selectFrom('request')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('event_key', '=', eventKey)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return Number(row?.version ?? 0)
}

export const getPlaceOfSearch = (db: Db, id: string) =>
  db.selectFrom('search').select(['tz', 'country_code']).where('id', '=', id).executeTakeFirstOrThrow()

export type ReceivedRow = RequestRow & {
  finish_time: string | null
  start_time: string | null
  time_constraint: 'start' | 'finish'
  tz: string
  area: string
  people: Look[]
  tags: LookTag[]
  free_of: FreeOf[]
  details: Requester | null
  lat: number
  lng: number
  country_code: string
  customer_name: string
  customer_gone: Date | null
  body: unknown
}

const rows = (db: Db) =>
  db
    .selectFrom('request')
    .innerJoin('search', 'search.id', 'request.search_id')
    .innerJoin('account', 'account.id', 'request.account_id')
    .innerJoin('quote', 'quote.id', 'request.quote_id')
    .selectAll('request')
    .select([
      'search.finish_time',
      'search.start_time',
      'search.time_constraint',
      'search.tz',
      'search.area',
      'search.people',
      'search.tags',
      'search.free_of',
      'search.details',
      'search.lat',
      'search.lng',
      'search.country_code',
      'account.name as customer_name',
      'account.deleted_at as customer_gone',
      'quote.body',
    ])

/** Pending requests by urgency, then offered ones, then those ended since a time. */
export async function listReceivedRequests(db: Db, providerId: string, since: Date): Promise<ReceivedRow[]> {
  const of = () => rows(db).where('request.provider_id', '=', providerId)
  const [waiting, standing, ended] = [
    await of().where('request.state', '=', 'requested').orderBy('request.ends_at').limit(200).execute(),
    await of()
      .where('request.state', '=', 'offered')
      .where('request.open', '=', true)
      .orderBy('request.answered_at', 'desc')
      .limit(100)
      .execute(),
    // Undelivered requests are hidden.
    await of()
      .where('request.open', '=', false)
      .where('request.confirmed_at', 'is not', null)
      .where('request.ends_at', '>', since)
      .orderBy('request.ends_at', 'desc')
      .limit(50)
      .execute(),
  ]
  return [...waiting, ...standing, ...ended] as unknown as ReceivedRow[]
}

export const findReceivedRequest = (db: Db, providerId: string, id: string) =>
  rows(db)
    .where('request.provider_id', '=', providerId)
    .where('request.id', '=', id)
    .where('request.confirmed_at', 'is not', null)
    .executeTakeFirst() as unknown as Promise<ReceivedRow | undefined>
