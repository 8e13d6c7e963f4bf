import { CalendarCheck, CheckCheck, CircleX, Clock3, type LucideIcon } from 'lucide-react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import { type Headline, stateText } from '#web/bookings/booking-phrases.ts'

const looks: Record<Appointment['state'], readonly [look: string, icon: LucideIcon]> = {
  booked: ['b-jades', CalendarCheck],
  completed: ['b-jades', CheckCheck],
  disputed: ['b-info', Clock3],
  settled: ['b-off', CheckCheck],
  cancelled: ['b-off', CircleX],
  no_show: ['b-off', CircleX],
}

/** How a booking stands, in the words of whoever reads it: an icon, its word and a colour. */
export function StateBadge({ booking, side }: { booking: Headline; side: 'customer' | 'provider' | 'operator' }) {
  const [look, Icon] = looks[booking.state]
  return (
    <span className={`badge ${look}`}>
      <Icon className="i" aria-hidden="true" />
      {stateText(booking, side)}
    </span>
  )
}
