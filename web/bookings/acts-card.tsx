import type { Appointment } from '#contract/appointments/appointment.ts'
import { formatEventMoment, getBookingTranslator } from '#web/appointments/booking-phrases.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'

/** Operators' actions on a booking with reasons, latest first; hidden without any. */
export function ActsCard({ appointment }: { appointment: Appointment }) {
  const t = getBookingTranslator(appointment)
  const { acts } = appointment
  if (acts.length === 0) return null
  return (
    <TitledCard title={t('acts.title')}>
      <ul className="stack gap-16">
        {acts.toReversed().map(({ at, text, reason }) => (
          <li key={at + text} className="stack gap-4">
            <p className="small muted">{formatEventMoment(at, appointment)}</p>
            <p>{text}</p>
            {reason && <p className="muted">{t('acts.reason', { reason })}</p>}
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
