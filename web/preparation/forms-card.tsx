import type { Appointment } from '#contract/appointments/appointment.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookingParts, getBookingStage } from '#web/appointments/booking-stage.ts'
import { formatEventMoment, getFirstName } from '#web/appointments/booking-phrases.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { formMessages } from './form-messages.ts'

/** Forms of a booking with their state and link. Only signed forms stay once it is over or off. */
export function FormsCard({ appointment }: { appointment: Appointment }) {
  const { side, id } = appointment
  const { preparation } = bookingParts[getBookingStage(appointment)]
  const forms = appointment.forms.filter(({ signedAt }) => preparation || signedAt || side === 'operator')
  const t = createTranslator(formMessages, appointment.countryCode)
  if (forms.length === 0) return null
  const open = forms.some(({ signedAt }) => signedAt === null)
  const firstName = getFirstName(side === 'customer' ? appointment.provider.name : appointment.customer.name)
  const to = side === 'customer' ? `/book/forms/${id}` : `/dashboard/appointments/${id}/forms`
  const signs = side === 'customer' && open
  return (
    <TitledCard title={t('forms.title')} className="no-print">
      <ul className="stack gap-12">
        {forms.map(({ name, number, signedAt }) => (
          <li key={name}>
            <b className="bold">{name}</b>
            <p className="muted">
              {signedAt
                ? t('forms.signed', { dateTime: formatEventMoment(signedAt, appointment), number })
                : t(`forms.open.${side}`, { firstName })}
            </p>
          </li>
        ))}
      </ul>
      {side !== 'operator' && (
        <ButtonLink kind={signs ? 'primary' : 'secondary'} full to={to}>
          {t(signs ? 'forms.sign' : side === 'customer' ? 'forms.read' : 'forms.read.answers')}
        </ButtonLink>
      )}
    </TitledCard>
  )
}
