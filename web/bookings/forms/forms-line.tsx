import type { Appointment } from '#contract/bookings/appointment.ts'
import { createTranslator } from '#contract/words.ts'
import { formMessages } from './form-messages.ts'

/** Whether the forms of a booking are signed, in a line for its run sheet; nothing where none is asked for. */
export function FormsLine({ appointment: { forms, countryCode } }: { appointment: Appointment }) {
  const t = createTranslator(formMessages, countryCode)
  if (forms.length === 0) return null
  return (
    <p className="bold">{t(forms.every(({ signedAt }) => signedAt) ? 'forms.sheet.signed' : 'forms.sheet.open')}</p>
  )
}
