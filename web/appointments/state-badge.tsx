import { CalendarCheck, CheckCheck, CircleX, Clock3, type LucideIcon } from 'lucide-react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { formatState, type Headline } from './booking-phrases.ts'

const looks: Record<Appointment['state'], readonly [look: BadgeLook, icon: LucideIcon]> = {
  booked: ['jadeSoft', CalendarCheck],
  completed: ['jadeSoft', CheckCheck],
  disputed: ['info', Clock3],
  settled: ['disabled', CheckCheck],
  cancelled: ['disabled', CircleX],
  no_show: ['disabled', CircleX],
}

/** A booking's state as icon, label and colour, for the viewer. */
export function StateBadge({ booking, side }: { booking: Headline; side: 'customer' | 'provider' | 'operator' }) {
  const [look, Icon] = looks[booking.state]
  return (
    <Badge look={look}>
      <Icon className="icon" aria-hidden="true" />
      {formatState(booking, side)}
    </Badge>
  )
}
