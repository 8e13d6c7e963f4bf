import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { PartnerBooking } from '#contract/bookings/partner-bookings.ts'
import type { Look } from '#contract/search/search.ts'
import type { Db } from '#db/database.ts'
import { fetchPage, type Page, type PageRequest } from '#server/platform/pagination.ts'

export type SandboxHold = {
  id: string
  search_id: string
  quote_id: string
  state: 'held' | 'released' | 'booked'
  expires_at: Date
  ended_at: Date | null
  booking_id: string | null
  on_account: boolean
}

const held = ['id', 'search_id', 'quote_id', 'state', 'expires_at', 'ended_at', 'booking_id', 'on_account'] as const

/** Counts the unpaid sandbox holds of a partner since a time. */
export const countSandboxHolds = async (db: Db, partnerId: string, since: Date): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('sandbox_hold')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('partner_id', '=', partnerId)
        .where('created_at', '>', since)
        .where('state', '<>', 'booked')
        .executeTakeFirstOrThrow()
    ).n,
  )

export const insertSandboxHold = (
  db: Db,
  row: {
    partner_id: string
    search_id: string
    quote_id: string
    expires_at: Date
    created_at: Date
    on_account: boolean
  },
) => db.insertInto('sandbox_hold').values(row).returning(held).executeTakeFirstOrThrow() as Promise<SandboxHold>

export const findSandboxHold = (db: Db, partnerId: string, id: string) =>
  db
    .selectFrom('sandbox_hold')
    .select(held)
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst() as Promise<SandboxHold | undefined>

/** Ends an unpaid hold that has not expired. Returns undefined if there is none. */
export const endSandboxHold = (
  db: Db,
  partnerId: string,
  id: string,
  change: { booking: boolean; onAccount?: boolean; now: Date },
) =>
  db
    .updateTable('sandbox_hold')
    .set(
      change.booking
        ? {
            state: 'booked',
            booking_id: sql`gen_random_uuid()`,
            booking_state: 'booked',
            booked_at: change.now,
            ...(change.onAccount ? { on_account: true } : {}),
          }
        : { state: 'released', ended_at: change.now },
    )
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .where('state', '=', 'held')
    .where('expires_at', '>', change.now)
    .returning(held)
    .executeTakeFirst() as Promise<SandboxHold | undefined>

export const setSandboxState = async (
  db: Db,
  partnerId: string,
  bookingId: string,
  state: 'booked' | 'cancelled' | 'completed',
): Promise<boolean> =>
  (
    await db
      .updateTable('sandbox_hold')
      .set({ booking_state: state })
      .where('partner_id', '=', partnerId)
      .where('booking_id', '=', bookingId)
      .where('booking_state', '=', 'booked')
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export type SandboxBookingRow = {
  id: string
  number: number
  state: PartnerBooking['state']
  mode: PartnerBooking['mode']
  event_date: string
  tz: string
  town: string
  looks: Look[]
  quote_id: string
  search_id: string
  slug: string
  artist: string
  total_minor: Minor
  currency: string
  booked_at: Date
}

const selectSandboxBookings = (db: Db, partnerId: string) =>
  db
    .selectFrom('sandbox_hold')
    .innerJoin('search', 'search.id', 'sandbox_hold.search_id')
    .innerJoin('quote', 'quote.id', 'sandbox_hold.quote_id')
    .innerJoin('provider', 'provider.id', 'quote.provider_id')
    .where('sandbox_hold.partner_id', '=', partnerId)
    .where('sandbox_hold.state', '=', 'booked')
    .select([
      'sandbox_hold.booking_id as id',
      'sandbox_hold.booking_no as number',
      'sandbox_hold.booking_state as state',
      'sandbox_hold.quote_id',
      'sandbox_hold.search_id',
      'quote.mode',
      'search.event_date',
      'search.tz',
      'search.area as town',
      'search.people as looks',
      'provider.slug',
      'provider.name as artist',
      'quote.total_minor',
      'quote.currency',
      'sandbox_hold.booked_at',
    ])

export const fetchSandboxBookings = (db: Db, partnerId: string, page: PageRequest): Promise<Page<SandboxBookingRow>> =>
  fetchPage(selectSandboxBookings(db, partnerId), page, {
    at: 'sandbox_hold.booked_at',
    id: 'sandbox_hold.booking_id',
  }) as unknown as Promise<Page<SandboxBookingRow>>

export const findSandboxBooking = (db: Db, partnerId: string, id: string): Promise<SandboxBookingRow | undefined> =>
  selectSandboxBookings(db, partnerId)
    .where('sandbox_hold.booking_id', '=', id)
    .executeTakeFirst() as unknown as Promise<SandboxBookingRow | undefined>

/** Enqueues an event for the webhooks of a partner only. */
export const enqueuePartnerEvent = (
  db: Db,
  { partnerId, event, at, data }: { partnerId: string; event: string; at: Date; data: object },
) => sql`select enqueue_webhooks(null, ${event}, ${at}, ${JSON.stringify(data)}::jsonb, ${partnerId}::uuid)`.execute(db)
