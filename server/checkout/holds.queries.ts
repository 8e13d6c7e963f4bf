import type { BillState } from '#contract/checkout/lifecycle-bill.ts'
import type { Minor } from '#contract/money.ts'
import { type HoldEndReason, type HoldEvent, holdLifecycle } from '#contract/checkout/lifecycle-hold.ts'
import { getTransition } from '#contract/lifecycle.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { type readDiaryAround, type HoldFilter, formatRange } from '#server/providers/index.ts'
import { rethrowConstraintAs } from '#server/platform/refusal.ts'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Location } from '#contract/places/location.ts'
import type { Look } from '#contract/search/search.ts'

/** Without the country, which the database sets. */
export type HoldRow = Omit<Selectable<DB['hold']>, 'country_code'>

export const findHold = (db: Db, id: string) =>
  db.selectFrom('hold').selectAll().where('id', '=', id).executeTakeFirst()

export const lockHold = (db: Db, id: string) =>
  db.selectFrom('hold').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const listActiveHolds = (db: Db, of: { accountId: string | null; visitorHash: Buffer | Uint8Array | null }) =>
  db
    .selectFrom('hold')
    // Skips shared bills whose booker's part is authorised: they may coexist with another hold.
    .leftJoin('bill', (join) => join.onRef('bill.hold_id', '=', 'hold.id').on('bill.state', '=', 'open'))
    .where('hold.state', '=', 'held')
    // Filters by the person's searches so that the index is used.
    .where('hold.search_id', 'in', (eb) =>
      eb
        .selectFrom('search')
        .select('search.id')
        .where('search.visitor_hash', '=', of.visitorHash && Buffer.from(of.visitorHash))
        .union(eb.selectFrom('search').select('search.id').where('search.account_id', '=', of.accountId)),
    )
    .select(['hold.id', 'hold.search_id', 'hold.provider_id', 'hold.quote_id', 'hold.expires_at', 'bill.state as bill'])
    .orderBy('hold.id')
    .execute()

type NewHold = {
  id?: string
  search_id: string
  quote_id: string
  provider_id: string
  account_id: string | null
  offer_id: string | null
  created_at: Date
  expires_at: Date
  freed: boolean
  network_hash: Buffer | null
  soft: boolean
}
export const insertHold = (db: Db, row: NewHold) =>
  insertingHold(db, row)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(rethrowConstraintAs('hold_standing', 'state_changed'))

const insertingHold = (db: Db, row: NewHold) => db.insertInto('hold').values(row)

type HoldEnd = { event: Exclude<HoldEvent, 'pay'>; reason: HoldEndReason; now: Date }

export const endHolds = async (db: Db, ids: readonly string[], { event, reason, now }: HoldEnd): Promise<HoldRow[]> => {
  const { from, to } = getTransition(holdLifecycle, event)
  if (ids.length === 0) return []
  return db
    .updateTable('hold')
    .set({ state: to, ended_at: now, end_reason: reason })
    .where('id', 'in', ids)
    .where('state', 'in', from)
    .returningAll()
    .execute()
}

const listActiveHoldIds = (db: Db) => db.selectFrom('active_hold').select('active_hold.hold_id')

/** Lists matching active holds, with whether a payment is in progress. A team's holds are returned together. */
export const listMatchingHolds = async (db: Db, filter: HoldFilter): Promise<(HoldRow & { paying: boolean })[]> => {
  const { holdIds, providerId, accountId, searchId, offerId, requestId, mode, serviceIds } = filter
  if (Object.values(filter).every((value) => value === undefined)) throw new Error('the filter of holds is empty')
  const matching = db
    .selectFrom('hold')
    .innerJoin('search', 'search.id', 'hold.search_id')
    .innerJoin('quote', 'quote.id', 'hold.quote_id')
    .where('hold.id', 'in', listActiveHoldIds(db))
    .where('hold.state', '=', 'held')
    .$if(holdIds !== undefined, (q) => q.where('hold.id', '=', sql<string>`any(${holdIds}::uuid[])`))
    .$if(providerId !== undefined, (q) => q.where('hold.provider_id', '=', providerId as string))
    .$if(accountId !== undefined, (q) =>
      q.where((is) =>
        is.or([is('hold.account_id', '=', accountId as string), is('search.account_id', '=', accountId as string)]),
      ),
    )
    .$if(searchId !== undefined, (q) => q.where('hold.search_id', '=', searchId as string))
    .$if(offerId !== undefined, (q) => q.where('hold.offer_id', '=', offerId as string))
    .$if(requestId !== undefined, (q) =>
      q.where('hold.offer_id', 'in', (eb) =>
        eb
          .selectFrom('offer')
          .select('offer.id')
          .where('offer.request_id', '=', requestId as string),
      ),
    )
    .$if(mode !== undefined, (q) => q.where('quote.mode', '=', mode as string))
    .$if(serviceIds !== undefined, (q) =>
      q.where(
        sql<boolean>`exists (select from jsonb_array_elements(search.people) of_person
          where of_person->'services' ?| ${serviceIds}::text[])`,
      ),
    )
  return db
    .selectFrom('hold')
    .selectAll('hold')
    .select(
      sql<boolean>`exists (select from payment where payment.state in ('open', 'authorised')
        and payment.ref in (select hold.id union select bill_share.id from bill_share where bill_share.hold_id = hold.id))`.as(
        'paying',
      ),
    )
    .where('hold.id', 'in', listActiveHoldIds(db))
    .where('hold.state', '=', 'held')
    .where((is) =>
      is.or([
        is('hold.id', 'in', matching.select('hold.id')),
        is('hold.team_up_id', 'in', matching.where('hold.team_up_id', 'is not', null).select('hold.team_up_id')),
      ]),
    )
    .orderBy('hold.id')
    .execute()
}

export const setHoldCredit = (db: Db, id: string, creditMinor: Minor) =>
  db.updateTable('hold').set({ credit_minor: creditMinor }).where('id', '=', id).execute()

export const extendHolds = (db: Db, ids: readonly string[], { until, extension }: { until: Date; extension: number }) =>
  db.updateTable('hold').set({ expires_at: until, extensions: extension }).where('id', 'in', ids).execute()

export const lockHoldsOfTeam = (db: Db, teamUpId: string): Promise<HoldRow[]> =>
  db
    .selectFrom('hold')
    .selectAll()
    .where('team_up_id', '=', teamUpId)
    .where('state', '=', 'held')
    .orderBy('id')
    .forUpdate()
    .execute()

export const setHoldQuote = (db: Db, id: string, quoteId: string) =>
  db.updateTable('hold').set({ quote_id: quoteId }).where('id', '=', id).execute()

export const updateHoldFirm = (db: Db, id: string) =>
  db.updateTable('hold').set({ soft: false }).where('id', '=', id).execute()

export const setLinkSent = (db: Db, id: string, at: Date): Promise<HoldRow> =>
  db.updateTable('hold').set({ link_sent_at: at }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Marks a hold as one that its partner books on account. */
export const setOnAccount = (db: Db, id: string): Promise<HoldRow> =>
  db.updateTable('hold').set({ on_account: true }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

const madeByPartner = sql<boolean>`(hold.link_sent_at is not null or hold.on_account)`

/** Counts the holds that a partner has made since a time, without those that were booked. */
export const countHoldsOfPartner = async (db: Db, partnerId: string, since: Date): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('hold')
        .innerJoin('search', 'search.id', 'hold.search_id')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where((is) =>
          is.or([
            is('hold.link_sent_at', '>', since),
            is.and([is('hold.on_account', '=', true), is('hold.created_at', '>', since)]),
          ]),
        )
        .where('hold.state', '<>', 'booked')
        .where('search.partner_id', '=', partnerId)
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Returns a hold that this partner has made. */
export const findHoldOfPartner = (db: Db, id: string, partnerId: string): Promise<HoldRow | undefined> =>
  db
    .selectFrom('hold')
    .innerJoin('search', 'search.id', 'hold.search_id')
    .selectAll('hold')
    .where('hold.id', '=', id)
    .where(madeByPartner)
    .where('search.partner_id', '=', partnerId)
    .executeTakeFirst()

/** Serialises the holds of one network with an advisory lock. */
export const lockNetwork = (db: Db, network: Buffer) =>
  sql`select pg_advisory_xact_lock(hashtextextended('holds ' || ${network.toString('base64url')}, 0))`.execute(db)

export type Crowd = {
  /** Holds of other visitors in the caller's network: in total, and on the artist's day. */
  network: number
  network_day: number
  /** Exclusive holds on the artist's day by other visitors without payment details, from any network. */
  firm_day: number
  /** Seconds for which other visitors in the network have recently held that day without paying. */
  others_seconds: number
  /** How often the caller has recently held that day for more than half of the hold time without paying. */
  slowly: number
}

type CrowdOf = {
  network: Buffer | null
  visitorHash: Buffer | Uint8Array | null
  accountId: string | null
  providerId: string
  eventDate: string
  now: Date
  minutes: number
}

export async function getHoldCrowd(db: Db, of: CrowdOf): Promise<Crowd> {
  const { rows } = await sql<Crowd>`
    select * from hold_crowd(${of.providerId}::uuid, ${of.eventDate}::date, ${of.network}::bytea, ${visitorOf(of)}::bytea,
      ${of.accountId}::uuid, ${of.now}::timestamptz, ${of.minutes}::int)`.execute(db)
  return rows[0] as Crowd
}

const visitorOf = ({ visitorHash }: CrowdOf) => visitorHash && Buffer.from(visitorHash)

export type TimeOf = CrowdOf & { searchId: string; from: number; to: number }

type TimeFacts = {
  standing: boolean
  booked: boolean
  around: Parameters<typeof readDiaryAround>[0]
  crowd: Crowd
}

const timeArguments = (of: TimeOf) =>
  sql`${of.searchId}, ${of.providerId}::uuid, ${formatRange(of.from, of.to)}::tstzrange, ${of.eventDate}::date, ${of.network}::bytea,
    ${visitorOf(of)}::bytea, ${of.accountId}::uuid, ${of.now}::timestamptz, ${of.minutes}::int`

/** Reads the facts that decide whether a hold is allowed, without a lock. */
export async function getTimeFacts(
  db: Db,
  of: TimeOf,
  own: RawBuilder<boolean | null>,
  checkedSince: Date,
): Promise<{ own: boolean; stale: boolean; facts: TimeFacts; text: string }> {
  const { rows } = await sql<{ own: boolean | null; stale: boolean; text: string }>`
    select ${own} as own, time_facts(${timeArguments(of)})::text as text,
      exists (select from calendar_feed where provider_id = ${of.providerId}::uuid and paused_at is null
        and (next_read_at is null or next_read_at <= ${of.now.toISOString()}::timestamptz)
        and (checked_at is null or checked_at < ${checkedSince}::timestamptz)) as stale`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the query returned no row')
  return { own: row.own ?? false, stale: row.stale, facts: JSON.parse(row.text) as TimeFacts, text: row.text }
}

type Keeping = { of: TimeOf; text: string; taken: Part | null; shown: Part; kept: RawBuilder<unknown> }

/**
 * Inserts a hold with its diary entry and quote state in one statement. The statement is rolled back if the facts have
 * changed.
 */
export const insertHoldAtOnce = async (
  db: Db,
  row: NewHold,
  { of, text, taken, shown, kept }: Keeping,
): Promise<boolean> =>
  (await db
    .with('hold_made', () => insertingHold(db, row).returning('hold.id'))
    .with('time_taken', () => taken ?? sql<Record<string, unknown>>`(select null)`)
    .with('act_shown', () => shown)
    .selectNoFrom([
      sql`assert_time_facts(${text}::jsonb, ${of.network?.toString('base64url') ?? null}, ${timeArguments(of)})`.as(
        'stands',
      ),
      kept.as('kept'),
    ])
    .executeTakeFirst()) !== undefined

type HoldPapers = {
  requester: unknown
  day: unknown
  account_id: string | null
  terms_accepted_at: Date
  guardian_confirmed_at: Date | null
  in_full: boolean
  split: boolean
}
export const savePapers = (db: Db, id: string, papers: HoldPapers) =>
  savingPapers(db, id, papers).returningAll().executeTakeFirst()

const savingPapers = (db: Db, id: string, { requester, day, ...rest }: HoldPapers) =>
  db
    .updateTable('hold')
    .set({ ...rest, requester: JSON.stringify(requester), day: JSON.stringify(day) })
    .where('id', '=', id)
    .where('state', '=', 'held')

type Part = RawBuilder<Record<string, unknown>>
type AtOnce = {
  version: string
  details: Part
  account: Part
  terms: Part
  payment: Part
  kept: RawBuilder<unknown>
}

/**
 * Saves the customer's details and all rows that depend on them in one statement. The statement is rolled back if the
 * hold has changed.
 */
export const savePapersAtOnce = async (
  db: Db,
  id: string,
  papers: HoldPapers,
  { version, details, account, terms, payment, kept }: AtOnce,
): Promise<boolean> =>
  (await db
    .with('papers', () => savingPapers(db, id, papers).where(sql`hold.xmin::text`, '=', version).returning('hold.id'))
    .with('details_kept', () => details)
    .with('account_made', () => account)
    .with('terms_accepted', () => sql<Record<string, unknown>>`(${terms})`)
    .with('payment_kept', () => payment)
    .selectNoFrom([sql`assert_unchanged(exists (select from papers))`.as('stands'), kept.as('kept')])
    .executeTakeFirst()) !== undefined

export const listExpiredHolds = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('hold')
    .selectAll()
    .where('id', 'in', listActiveHoldIds(db))
    .where('state', '=', 'held')
    .where((is) => is.or([is('expires_at', '<=', now), is.and([is('freed', '=', true), is.not(turnRuns(now))])]))
    .orderBy('expires_at')
    .limit(limit)
    .execute()

// Excludes turns that the customer has declined.
const turnRuns = (now: Date) =>
  sql<boolean>`exists (select from freed_turn t join freed_alert f on f.id = t.alert_id
    where f.search_id = hold.search_id and t.provider_id = hold.provider_id and t.ends_at > ${now.toISOString()}::timestamptz)`

export const listHoldsToRemind = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('hold')
    .selectAll()
    .where('id', 'in', listActiveHoldIds(db))
    .where('state', '=', 'held')
    .where('half_told_at', 'is', null)
    .where(sql<boolean>`created_at + (expires_at - created_at) / 2 <= ${now.toISOString()}::timestamptz`)
    .where('expires_at', '>', now)
    .where('account_id', 'is not', null)
    .limit(limit)
    .execute()
export const markHalfTold = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('hold')
      .set({ half_told_at: now })
      .where('id', '=', id)
      .where('half_told_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const findBillState = async (db: Db, holdId: string): Promise<BillState | null> =>
  ((await db.selectFrom('bill').select('state').where('hold_id', '=', holdId).executeTakeFirst())?.state ??
    null) as BillState | null

export type BookedSearch = {
  id: string
  place_name: string
  location: Location
  lat: number
  lng: number
  tz: string
  event_date: string
  country_code: string
  people: Look[]
  visitor_hash: Uint8Array | null
  account_id: string | null
}

const columns = [
  'id',
  'place_name',
  'location',
  'lat',
  'lng',
  'tz',
  'event_date',
  'country_code',
  'people',
  'account_id',
] as const

export const findSearchForBooking = (db: Db, id: string): Promise<BookedSearch | undefined> =>
  db
    .selectFrom('search')
    .select([...columns, 'visitor_hash'])
    .where('id', '=', id)
    .executeTakeFirst() as unknown as Promise<BookedSearch | undefined>

export type SearchToBook = Omit<BookedSearch, 'visitor_hash'>

export const selectSearchOfHold = (db: Db) =>
  jsonObjectFrom(
    db.selectFrom('search').select(columns).where('search.id', '=', sql.ref<string>('hold.search_id')),
  ) as unknown as RawBuilder<SearchToBook | null>

type Of = { providerId: string } | { accountId: string }

export const countAhead = async (db: Db, of: Of, now: Date): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('appointment')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('state', '=', 'booked')
        .where('starts_at', '>', now)
        .where(
          'providerId' in of ? 'provider_id' : 'account_id',
          '=',
          'providerId' in of ? of.providerId : of.accountId,
        )
        .executeTakeFirstOrThrow()
    ).n,
  )
