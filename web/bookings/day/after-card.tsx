import { useState } from 'react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import { createTranslator } from '#contract/words.ts'
import { getFirstName } from '#web/bookings/booking-phrases.ts'
import { bookMessages } from '#web/bookings/messages.ts'
import { DayForm } from './day-card.tsx'

/** What the checkout left for after booking: names, allergies and parking, until some of it is said. */
export function AfterCard({
  appointment,
  onChange,
}: {
  appointment: Appointment
  onChange: (next: Appointment) => void
}) {
  const { day, names } = appointment
  const [asked] = useState(() => !day.parking && !day.allergies && !names.some(Boolean))
  const [done, setDone] = useState(false)
  if (!asked || done || !appointment.may.change) return null
  const t = createTranslator(bookMessages, appointment.countryCode)
  const said = { firstName: getFirstName(appointment.provider.name) }
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="after-booking">
      <div>
        <h2 className="heading-3" id="after-booking">
          {t('book.after.title', said)}
        </h2>
        <p className="small muted">{t('book.after.text', said)}</p>
      </div>
      <DayForm
        after
        appointment={appointment}
        onDone={(next) => {
          setDone(true)
          if (next) onChange(next)
        }}
      />
    </section>
  )
}
