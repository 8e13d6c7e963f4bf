import { type Selectable, sql } from 'kysely'
import { type RequestEvent, requestLifecycle, type RequestState } from '#contract/offers/lifecycle-request.ts'
import { transition } from '#contract/lifecycle.ts'
import type { Mode } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { refuseWhen } from '#server/platform/refusal.ts'

export type RequestRow = Omit<Selectable<DB['request']>, 'state' | 'mode'> & { state: RequestState; mode: Mode }

/** The first search of a chain of edits: what was asked before the edit belongs to the same event. */
export async function eventKeyOf(db: Db, searchId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, previous_search, 0 as back from search where id = ${searchId}
      union all select s.id, s.previous_search, c.back + 1 from search s join chain c on s.id = c.previous_search where c.back < 50
        and (s.account_id is not distinct from (select account_id from search where id = ${searchId}) or s.visitor_hash = (select visitor_hash from search where id = ${searchId}))
    ) select id from chain order by back desc limit 1`.execute(db)
  return rows[0]?.id ?? searchId
}

/** Which of these searches belong to an event for which something is asked that has not ended. */
export async function searchesWithRequests(db: Db, searchIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (searchIds.length === 0) return new Set()
  const { rows } = await sql<{ of: string }>`
    with recursive chain as (
      select id as of, id, previous_search, account_id, visitor_hash, 0 as back from search where id = any(${sql.val(searchIds)}::text[])
      union all select c.of, s.id, s.previous_search, c.account_id, c.visitor_hash, c.back + 1 from search s join chain c on s.id = c.previous_search
        where c.back < 50 and (s.account_id is not distinct from c.account_id or s.visitor_hash = c.visitor_hash)
    ) select distinct of from chain join request r on r.event_key = chain.id where r.open`.execute(db)
  return new Set(rows.map(({ of }) => of))
}

/** One writer at a time at what is asked for an event. */
export const lockEvent = async (db: Db, eventKey: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('event ' || ${eventKey}, 0))`.execute(db)
}

export type NewRequest = {
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
  /** What is said with it, as with the others for the event. */
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
    .catch(refuseWhen('request_one_live', 'already_asked')) as Promise<RequestRow>

export const requestById = (db: Db, id: string) =>
  db.selectFrom('request').selectAll().where('id', '=', id).executeTakeFirst() as Promise<RequestRow | undefined>

/** The same, held against any other writer until the transaction ends. */
export const requestForUpdate = (db: Db, id: string) =>
  db.selectFrom('request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    RequestRow | undefined
  >

export const requestsOfEvent = (db: Db, eventKey: string) =>
  db.selectFrom('request').selectAll().where('event_key', '=', eventKey).orderBy('created_at').execute() as Promise<
    RequestRow[]
  >

/** The live requests of an event, held until the transaction ends. */
export const liveOfEvent = (db: Db, eventKey: string) =>
  db
    .selectFrom('request')
    .selectAll()
    .where('event_key', '=', eventKey)
    .where('open', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<RequestRow[]>

/** Returns the open requests of an artist or a customer, ordered by event. */
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

/** Changes what a request says, not where it stands. */
export const changeRequest = (db: Db, id: string, change: Change) =>
  db.updateTable('request').set(change).where('id', '=', id).execute()

/** Moves a request along its lifecycle, and closes it where it ends; false where it stands elsewhere by now. */
export async function moveRequest(db: Db, id: string, event: RequestEvent, change: Change = {}): Promise<boolean> {
  const { from, to } = transition(requestLifecycle, event)
  const open = to === 'requested' || to === 'offered'
  const { numUpdatedRows } = await db
    .updateTable('request')
    .set({ ...change, state: to, open })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The highest version of what one provider has been asked for an event; 0 for none. */
export const lastVersion = async (db: Db, eventKey: string, providerId: string): Promise<number> => {
  const row = await db
    .selectFrom('request')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('event_key', '=', eventKey)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return Number(row?.version ?? 0)
}

/** The zone and country of a search. */
export const placeOfSearch = (db: Db, id: string) =>
  db.selectFrom('search').select(['tz', 'country_code']).where('id', '=', id).executeTakeFirstOrThrow()
