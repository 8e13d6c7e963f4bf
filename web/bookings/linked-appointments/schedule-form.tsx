import { useState } from 'react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import { zonedDay } from '#contract/format.ts'
import { createTranslator } from '#contract/words.ts'
import { getFirstName, formatEventMoment } from '#web/bookings/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { FreeTimes, type ChosenTime } from './free-times.tsx'
import { linkedMessages } from './linked-messages.ts'

interface ScheduleFormProps {
  kind: 'trial' | 'test'
  appointment: Appointment
  startsAt: string | null
  span: { from: string; until: string }
  /** Called with the changed booking, or with null if it was not changed. */
  onDone: (next: Appointment | null) => void
}

/** Chooses a time for the trial or the patch test of a booking, within its span. */
export function ScheduleForm({ kind, appointment, startsAt, span, onDone }: ScheduleFormProps) {
  const { id: appointmentId, side, countryCode: country, timeZone, provider, customer } = appointment
  const t = createTranslator(linkedMessages, country)
  const [first, last] = [zonedDay(span.from, timeZone), zonedDay(span.until, timeZone)]
  const [chosen, setChosen] = useState<ChosenTime | null>(null)
  const [taken, setTaken] = useState(0)
  const { pending, formError, run } = useForm({
    refusals: {
      slot_taken: ({ message }) => {
        setChosen(null)
        setTaken((n) => n + 1)
        return message
      },
    },
  })
  const { bookings, providerBookings } = browserApi()
  const listTimes = (eventDate: string) => {
    if (kind === 'test') return bookings.testTimes({ appointmentId, eventDate })
    return (side === 'provider' ? providerBookings : bookings).trialTimes({ appointmentId, eventDate })
  }
  const save = async () => {
    if (!chosen) return
    const firstName = getFirstName(side === 'customer' ? provider.name : customer.name)
    const done = await run((key) => {
      const how = { key, showToastOnSuccess: t(`${kind}.scheduled`, { firstName }) }
      if (kind === 'test') return bookings.bookTest({ appointmentId, ...chosen }, how)
      return (side === 'provider' ? providerBookings : bookings).moveTrial({ appointmentId, ...chosen }, how)
    })
    if (done) onDone(done.answer.appointment)
  }
  return (
    <div className="stack">
      <FreeTimes
        label={t(`${kind}.day`)}
        {...{ firstName: getFirstName(provider.name), country, first, last, chosen, onChoose: setChosen }}
        start={startsAt ? zonedDay(startsAt, timeZone) : last}
        refreshKey={String(taken)}
        listTimes={listTimes}
      />
      {formError && <Note kind="error">{formError}</Note>}
      <div className="row gap-8 wrapping">
        <Button disabled={!chosen} loading={pending} onClick={save}>
          {t(`${kind}.book`, { dateTime: chosen ? formatEventMoment(chosen.startsAt, appointment) : '…' })}
        </Button>
        <Button kind="secondary" onClick={() => onDone(null)}>
          {t('linked.keep')}
        </Button>
      </div>
    </div>
  )
}
