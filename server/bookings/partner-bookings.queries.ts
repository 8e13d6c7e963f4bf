import { sql } from 'kysely'
import type { AppointmentState } from '#contract/appointments/lifecycle-appointment.ts'
import type { Minor } from '#contract/money.ts'
import type { Look } from '#contract/search/search.ts'
import type { Mode } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import { fetchPage, type Page, type PageRequest } from '#server/platform/pagination.ts'

export type PartnerBookingRow = {
  id: string
  number: number
  state: AppointmentState
  mode: Mode
  event_date: string
  town: string
  looks: Look[]
  slug: string
  artist: string
  total_minor: Minor
  currency: string
  booked_at: Date
}

// Selects no data of the customer, so that none can leak.
const selectPartnerBookings = (db: Db, partnerId: string) =>
  db
    .selectFrom('appointment')
    .innerJoin('search', 'search.id', 'appointment.search_id')
    .innerJoin('provider', 'provider.id', 'appointment.provider_id')
    .where('appointment.partner_id', '=', partnerId)
    .select([
      'appointment.id',
      'appointment.number',
      'appointment.state',
      'appointment.mode',
      'appointment.event_date',
      'search.area as town',
      sql<Look[]>`coalesce(appointment.people, search.people)`.as('looks'),
      'provider.slug',
      'provider.name as artist',
      'appointment.total_minor',
      'appointment.currency',
      'appointment.booked_at',
    ])

export const fetchPartnerBookings = (db: Db, partnerId: string, page: PageRequest): Promise<Page<PartnerBookingRow>> =>
  fetchPage(selectPartnerBookings(db, partnerId), page, {
    at: 'appointment.booked_at',
    id: 'appointment.id',
  }) as unknown as Promise<Page<PartnerBookingRow>>

export const findPartnerBooking = (db: Db, partnerId: string, id: string): Promise<PartnerBookingRow | undefined> =>
  selectPartnerBookings(db, partnerId).where('appointment.id', '=', id).executeTakeFirst() as unknown as Promise<
    PartnerBookingRow | undefined
  >

/** Cancelled bookings are counted, but their price is not added. */
export const listPartnerSums = async (db: Db, partnerId: string) =>
  (
    await sql<{ currency: string; bookings: number; cancelled: number; minor: Minor }>`
      select currency, count(*)::int as bookings, count(*) filter (where state = 'cancelled')::int as cancelled,
        coalesce(sum(total_minor) filter (where state <> 'cancelled'), 0)::bigint as minor
      from appointment where partner_id = ${partnerId} group by currency order by minor desc, currency`.execute(db)
  ).rows

export const findPartnerOfBooking = (db: Db, appointmentId: string) =>
  db
    .selectFrom('appointment')
    .innerJoin('partner', 'partner.id', 'appointment.partner_id')
    .where('appointment.id', '=', appointmentId)
    .select(['partner.id', 'partner.name'])
    .executeTakeFirst()

export const isPartnerActive = async (db: Db, id: string): Promise<boolean> =>
  Boolean(await db.selectFrom('partner').select('id').where('id', '=', id).executeTakeFirst())
