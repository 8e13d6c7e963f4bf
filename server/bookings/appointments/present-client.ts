import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { clientsOf } from './client-queries.ts'

type Calls = typeof providerBookings
type Client = OutputOf<Calls['clients']>['clients'][number]

/** A client as their artist sees them. */
export const presentClient = (row: Awaited<ReturnType<typeof clientsOf>>[number]): Client => ({
  id: row.id,
  own: false,
  name: row.name,
  bookings: Number(row.bookings),
  lastAt: row.last && new Date(row.last).toISOString(),
  next: row.next && new Date(row.next).toISOString(),
  spent: major(Number(row.spent_minor)),
  earned: major(Number(row.earned_minor)),
  currency: row.currency,
  note: row.note ?? '',
})
