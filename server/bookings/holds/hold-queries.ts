import type { BillState } from '#contract/bookings/lifecycle-bill.ts'
import type { Minor } from '#contract/money.ts'
import { type HoldEvent, holdLifecycle } from '#contract/bookings/lifecycle-hold.ts'
import { transition } from '#contract/lifecycle.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { refuseWhen } from '#server/platform/refusal.ts'

export type HoldRow = Selectable<DB['hold']>

export const holdById = (db: Db, id: string) =>
  db.selectFrom('hold').selectAll().where('id', '=', id).executeTakeFirst()

/** A hold, kept from other changes until the transaction ends. */
export const lockHold = (db: Db, id: string) =>
  db.selectFrom('hold').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** What the same person keeps anywhere: a visitor by their searches, somebody signed in by their account. */
export const standingHolds = (db: Db, of: { accountId: string | null; visitorHash: Buffer | Uint8Array | null }) =>
  db
    .selectFrom('hold')
    .innerJoin('search', 'search.id', 'hold.search_id')
    // A shared bill of which the booker's part is reserved stands beside what they keep next.
    .leftJoin('bill', (join) => join.onRef('bill.hold_id', '=', 'hold.id').on('bill.state', '=', 'open'))
    .where('hold.state', '=', 'held')
    .where((eb) =>
      eb.or([
        ...(of.visitorHash ? [eb('search.visitor_hash', '=', Buffer.from(of.visitorHash))] : []),
        ...(of.accountId ? [eb('search.account_id', '=', of.accountId)] : []),
        eb.lit(false),
      ]),
    )
    .select(['hold.id', 'hold.search_id', 'hold.provider_id', 'hold.quote_id', 'hold.expires_at', 'bill.state as bill'])
    .orderBy('hold.id')
    .execute()

export type NewHold = {
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
  db
    .insertInto('hold')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseWhen('hold_standing', 'state_changed'))

/** Ends holds that still stand; answers which did. */
export const endHolds = async (
  db: Db,
  ids: readonly string[],
  event: Exclude<HoldEvent, 'retake'>,
  now: Date,
): Promise<string[]> => {
  const { from, to } = transition(holdLifecycle, event)
  return ids.length === 0
    ? []
    : (
        await db
          .updateTable('hold')
          .set({ state: to, ended_at: now })
          .where('id', 'in', ids)
          .where('state', 'in', from)
          .returning('id')
          .execute()
      ).map(({ id }) => id)
}

/** Keeps how much of a hold's deposit credits pay. */
export const setHoldCredit = (db: Db, id: string, creditMinor: Minor) =>
  db.updateTable('hold').set({ credit_minor: creditMinor }).where('id', '=', id).execute()

/** Gives a hold another version of its price. */
export const setHoldQuote = (db: Db, id: string, quoteId: string) =>
  db.updateTable('hold').set({ quote_id: quoteId }).where('id', '=', id).execute()

/** Marks a time as kept in its artist's diary. */
export const makeFirm = (db: Db, id: string) =>
  db.updateTable('hold').set({ soft: false }).where('id', '=', id).execute()

/** Lets the calls of one network keep times one after the other. */
export const lockNetwork = (db: Db, network: Buffer) =>
  sql`select pg_advisory_xact_lock(hashtextextended('holds ' || ${network.toString('base64url')}, 0))`.execute(db)

export type Crowd = {
  /** Kept by others of the caller's network: in all, and of the artist's day. */
  network: number
  network_day: number
  /** Of the artist's day, kept in the diary by others who have not filled in a payment, from whatever network. */
  firm_day: number
  /** For how many seconds others of the network have lately kept that day without paying. */
  others_seconds: number
  /** How often the caller has lately kept that day for more than half the time without paying. */
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

/** Who keeps, or has lately kept, times of an artist's day without paying. */
export async function crowdOn(db: Db, of: CrowdOf): Promise<Crowd> {
  const before = (minutes: number) => new Date(of.now.getTime() - minutes * 60_000).toISOString()
  const lately = sql`${before(of.minutes)}::timestamptz`
  const longer = sql`${before(2 * of.minutes + 1)}::timestamptz`
  const visitor = of.visitorHash && Buffer.from(of.visitorHash)
  const { rows } = await sql<Crowd>`
    with near as (
      select h.*, h.network_hash = ${of.network}::bytea as of_network,
        h.provider_id = ${of.providerId}::uuid and s.event_date = ${of.eventDate}::date as of_day,
        h.state = 'held' and h.expires_at > ${of.now.toISOString()}::timestamptz as stands,
        least(h.ended_at, h.expires_at) as until,
        coalesce(s.visitor_hash = ${visitor}::bytea, false) or coalesce(s.account_id = ${of.accountId}::uuid, false) as own
      from hold h join search s on s.id = h.search_id
      where not h.freed and h.state <> 'booked' and (h.network_hash = ${of.network}::bytea or h.provider_id = ${of.providerId}::uuid)
        and (h.state = 'held' or h.ended_at > ${longer}))
    select count(*) filter (where stands and of_network and not own)::int as network,
      count(*) filter (where stands and of_network and of_day and not own)::int as network_day,
      count(*) filter (where stands and of_day and not own and not soft and requester is null)::int as firm_day,
      coalesce(sum(extract(epoch from until - greatest(created_at, ${lately})))
        filter (where not stands and of_network and of_day and not own and until > ${lately}), 0)::float8 as others_seconds,
      count(*) filter (where not stands and of_network and of_day and own
        and until - created_at > (expires_at - created_at) / 2)::int as slowly
    from near`.execute(db)
  return rows[0] as Crowd
}

export type HoldPapers = {
  requester: unknown
  day: unknown
  account_id: string | null
  terms_accepted_at: Date
  in_full: boolean
  split: boolean
}
/** Keeps who books and what the day is like with a hold that stands; nothing where it has ended. */
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
  /** What the hold was when it was read. */
  version: string
  /** What is kept with it, by whoever it belongs to. */
  details: Part
  account: Part
  terms: Part
  payment: Part
  kept: RawBuilder<unknown>
}

/** The same with all that belongs to it, in one statement; undone where the hold is no longer what it was. */
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
    .selectNoFrom([sql`only_where(exists (select from papers))`.as('stands'), kept.as('kept')])
    .executeTakeFirst()) !== undefined

export const holdsPast = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('hold')
    .selectAll()
    .where('state', '=', 'held')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()

/** Holds of which half the time has gone and whose owner can be told. */
export const holdsHalfGone = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('hold')
    .selectAll()
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

/** What a hold has become. */
export const appointmentOfHold = async (db: Db, holdId: string): Promise<string | null> =>
  (await db.selectFrom('appointment').select('id').where('hold_id', '=', holdId).executeTakeFirst())?.id ?? null

/** How the bill stands that the party of a kept time shares. */
export const billStateOf = async (db: Db, holdId: string): Promise<BillState | null> =>
  ((await db.selectFrom('bill').select('state').where('hold_id', '=', holdId).executeTakeFirst())?.state ??
    null) as BillState | null
