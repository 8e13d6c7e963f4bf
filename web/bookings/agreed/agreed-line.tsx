import type { Appointment } from '#contract/bookings/appointment.ts'
import { formatAmount, formatEventMoment, getBookingTranslator } from '#web/bookings/booking-phrases.ts'
import { openBalance } from './open-balance.ts'

/** How it stands with a balance that is to be taken by itself, to its artist and to operators; and to its customer where they have to act. */
export function AgreedLine({ appointment }: { appointment: Appointment }) {
  const t = getBookingTranslator(appointment)
  const { agreedBalance: agreed, state, side, balancePaid } = appointment
  if (!agreed || agreed.state === 'taken' || balancePaid || (state !== 'booked' && state !== 'completed')) return null
  const said = {
    balance: formatAmount(openBalance(appointment), appointment),
    date: formatEventMoment(agreed.proveUntil ?? agreed.dueAt, appointment),
  }
  if (side !== 'customer') return <p>{t(`agreed.other.${agreed.state}`, said)}</p>
  return agreed.state === 'agreed' ? null : <p className="bold">{t(`agreed.${agreed.state}`, said)}</p>
}
