import { type RawBuilder, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Location } from '#contract/places/location.ts'
import type { FreeOf, LookTag } from '#contract/looks/vocabulary.ts'
import type { Look, Requester, SearchLanguage } from '#contract/search/search.ts'
import type { Database, Db } from '#db/database.ts'
import type { Seats } from '#server/search/planning/seated.ts'
import type { ActSummary } from './cards.ts'

export type BookedService = { country: string; id: string; category_id: number; least_minor: Minor }

/**
 * Lists the services offered in each country, sorted by bookings in two years, then by the number of artists who offer
 * them. Reads all bookings and prices, so the result is stored by a job.
 */
export const listMostBookedServices = async (db: Db, now: Date): Promise<BookedService[]> =>
  (
    await sql<BookedService>`
    with booked as (
      select wanted.id, count(*) as bookings from appointment a join search s on s.id = a.search_id
      cross join lateral (select distinct jsonb_array_elements_text(look -> 'services') as id from jsonb_array_elements(s.people) look) wanted
      where a.booked_at > ${now}::timestamptz - interval '2 years' and a.state <> 'cancelled' group by wanted.id),
    offered as (
      select p.country_code, ps.service_id as id, count(*) as artists, min(ps.cost_minor) as least_minor
      from provider_service ps join provider p on p.id = ps.provider_id
      where ps.status = 'active' and p.state = 'approved' group by 1, 2)
    select o.country_code as country, service.id, service.category_id, o.least_minor from offered o join service on service.id = o.id
    left join booked b on b.id = o.id order by coalesce(b.bookings, 0) desc, o.artists desc, service.position`.execute(
      db,
    )
  ).rows

export type SearchRow = {
  id: string
  visitor_hash: Uint8Array | null
  account_id: string | null
  category_id: number
  country_code: string
  location: Location
  lat: number
  lng: number
  tz: string
  event_date: string
  finish_time: string | null
  start_time: string | null
  time_constraint: 'start' | 'finish'
  people: Look[]
  seats?: Seats | null
  details: Requester | null
  experiment_id: string | null
  gclid: string | null
  heap_id: string | null
  landing_page: string | null
  /** Gazetteer name of the place, visible to others. */
  area: string
  /** `free_of` lists ingredients that products must not have. */
  tags: LookTag[]
  free_of: FreeOf[]
  language: SearchLanguage
  acts: ActSummary[] | null
  /** Artists who have a block with the customer. */
  blocked?: number[] | null
}

const searchColumns = `s.id, s.visitor_hash, s.account_id, s.category_id, s.country_code, s.location, s.lat, s.lng, s.tz, s.event_date,
  s.finish_time, s.start_time, s.time_constraint, s.people, s.seats, s.details, s.experiment_id, s.gclid, s.heap_id, s.landing_page, s.area, s.tags, s.free_of, s.language`

const searchWithActs = `
    select ${searchColumns}, (select json_agg(json_build_object('no', p.no, 'state', a.state, 'mode', a.mode, 'total_minor', a.total_minor, 'deposit_minor', a.deposit_minor, 'until', a.until,
      'other_time', a.other_time, 'plan', case when jsonb_typeof(q.body->'plan') = 'object' then jsonb_build_object('arriveAt', q.body->'plan'->'arriveAt', 'startAt', q.body->'plan'->'startAt', 'doneAt', q.body->'plan'->'doneAt') end))
      from quote_act a join provider p on p.id = a.provider_id left join quote q on q.id = a.quote_id where a.search_id = s.id) as acts,
      (select json_agg(distinct p.no) from block b join provider p on p.id = b.provider_id where b.account_id in (
        select s.account_id union select a.stands_in_for from account a where a.id = s.account_id
        union select a.id from account a where a.email = (s.details->>'email')::citext and a.stands_in_for is null
        union select unnest(array[a.id, a.stands_in_for]) from account a
          where a.email = (s.details->>'email')::citext and a.stands_in_for is not null)) as blocked
    from search s`

export const findSearch = async (database: Database, id: string): Promise<SearchRow | null> =>
  (await database.prepared<SearchRow>('search_by_id', `${searchWithActs} where s.id = $1`, [id]))[0] ?? null

/** Reads searches in one statement, by their id. */
export const listSearches = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SearchRow>> =>
  new Map(
    (await sql<SearchRow>`${sql.raw(searchWithActs)} where s.id = any(${sql.val(ids)}::text[])`.execute(db)).rows.map(
      (row) => [row.id, row],
    ),
  )

export type NewSearch = Omit<SearchRow, 'acts' | 'blocked' | 'start_time' | 'time_constraint' | 'visitor_hash'> & {
  /** Not a column: prevents it from being spread into an insert. */
  blocked?: never
  visitor_hash: Buffer | null
  place_name: string
  previous_search: string | null
}

type Through = { slug: string | null; partnerId: string | null; edited: string | null; isSandbox?: boolean }

const partnerOf = ({ slug, partnerId, edited }: Through) =>
  slug === null && partnerId === null && edited === null
    ? null
    : sql<string | null>`coalesce(
        (select partner_id from search where id = ${edited}),
        (select id from partner where ended_at is null and (id = ${partnerId}::uuid or (${partnerId}::uuid is null and slug = ${slug}))))`

const insertingSearch = (db: Db, row: NewSearch, through: Through) =>
  db.insertInto('search').values({
    ...row,
    partner_id: partnerOf(through),
    is_sandbox: through.isSandbox ?? false,
    location: JSON.stringify(row.location),
    people: JSON.stringify(row.people),
    seats: row.seats ? JSON.stringify(row.seats) : null,
    details: row.details && JSON.stringify(row.details),
  })

export const insertSearch = (db: Db, row: NewSearch, through: Through) => insertingSearch(db, row, through).execute()

/** Inserts a search and its response for the idempotency key in one statement. */
export const insertSearchAtOnce = async (
  db: Db,
  row: NewSearch,
  through: Through,
  kept: RawBuilder<unknown>,
): Promise<boolean> => (await insertingSearch(db, row, through).returning(kept.as('kept')).execute()).length === 1

type Times = { finish_time: string | null; start_time: string | null; time_constraint: 'start' | 'finish' }

const updatingDetails = (db: Db, id: string, details: Requester, times: Times) =>
  db
    .updateTable('search')
    .set({ details: JSON.stringify(details), ...times })
    .where('id', '=', id)

export const updateDetails = (...kept: Parameters<typeof updatingDetails>) => updatingDetails(...kept).execute()

export const buildDetailsPart = (...kept: Parameters<typeof updatingDetails>) =>
  updatingDetails(...kept) as unknown as RawBuilder<Record<string, unknown>>

export const updateTime = (db: Db, id: string, finishTime: string) =>
  db
    .updateTable('search')
    .set({ finish_time: finishTime, start_time: null, time_constraint: 'finish' })
    .where('id', '=', id)
    .execute()

export const saveVisitor = (db: Db, id: string, visitorHash: Buffer) =>
  db.updateTable('search').set({ visitor_hash: visitorHash }).where('id', '=', id).execute()

/** Returns whether a partner's program made a search that has neither an owner nor a customer's details. */
export const isPartnerSearch = async (
  db: Db,
  id: string,
  { partnerId, sandbox }: { partnerId: string; sandbox: boolean },
): Promise<boolean> =>
  (await db
    .selectFrom('search')
    .select('id')
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .where('is_sandbox', '=', sandbox)
    .where('visitor_hash', 'is', null)
    .where('account_id', 'is', null)
    .where('details', 'is', null)
    .executeTakeFirst()) !== undefined

/**
 * Gives a search that a partner's program made to its first visitor. Returns false if it has an owner, or details that
 * the partner did not send with a link to pay.
 */
export const claimPartnerSearch = async (
  db: Db,
  id: string,
  { accountId, visitorHash }: { accountId: string | null; visitorHash: Buffer },
): Promise<boolean> =>
  (await db
    .updateTable('search')
    .set({ visitor_hash: visitorHash, account_id: accountId })
    .where('id', '=', id)
    .where('partner_id', 'is not', null)
    .where('is_sandbox', '=', false)
    .where('visitor_hash', 'is', null)
    .where('account_id', 'is', null)
    .where((is) =>
      is.or([
        is('details', 'is', null),
        is.exists(
          is
            .selectFrom('hold')
            .select('hold.id')
            .whereRef('hold.search_id', '=', 'search.id')
            .where('hold.state', '=', 'held')
            .where('hold.link_sent_at', 'is not', null),
        ),
      ]),
    )
    .returning('id')
    .executeTakeFirst()) !== undefined

export const listCardVersions = (
  database: Database,
  nos: readonly number[],
  date: string,
): Promise<{ no: number; version: number; requests: number }[]> =>
  database.prepared(
    'search_card_versions',
    `
    select w.no, coalesce(v.version, 0) as version, coalesce(r.requests, 0) as requests
    from unnest($1::int[]) w(no) left join card_version v on v.provider_no = w.no
    left join (
      select p.no, count(*)::int as requests from quote_act a join provider p on p.id = a.provider_id join search s on s.id = a.search_id
      where p.no = any($1::int[]) and a.state = 'requested' and s.event_date = $2::date group by p.no) r on r.no = w.no`,
    [nos, date],
  )

export const listRequestsByDay = async (
  db: Db,
  providerId: string,
  from: string,
  until: string,
): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('quote_act')
    .innerJoin('search', 'search.id', 'quote_act.search_id')
    .where('quote_act.provider_id', '=', providerId)
    .where('quote_act.state', '=', 'requested')
    .where('search.event_date', '>=', from)
    .where('search.event_date', '<=', until)
    .select((eb) => ['search.event_date', eb.fn.countAll<number>().as('count')])
    .groupBy('search.event_date')
    .execute()
  return new Map(rows.map(({ event_date, count }) => [event_date, Number(count)]))
}

type Copy = Omit<SearchRow, 'acts' | 'blocked' | 'details'> & {
  blocked?: never
  place_name: string
  previous_search: string
  details: string | null
}
export const insertCopy = (db: Db, row: Copy) =>
  db
    .insertInto('search')
    .values({
      ...row,
      visitor_hash: row.visitor_hash && Buffer.from(row.visitor_hash),
      location: JSON.stringify(row.location),
      people: JSON.stringify(row.people),
      seats: row.seats ? JSON.stringify(row.seats) : null,
    })
    .execute()

export const claimSearch = (db: Db, id: string, accountId: string) =>
  db.updateTable('search').set({ account_id: accountId }).where('id', '=', id).where('account_id', 'is', null).execute()

// Maximum change rows per day and square.
const BUSY_CHANGES = 20

/** Compacts the change rows of busy days. Versions are unchanged. */
export const joinBusyChanges = (db: Db): Promise<unknown> => sql`select join_busy_changes(${BUSY_CHANGES})`.execute(db)
