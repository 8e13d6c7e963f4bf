import { useState } from 'react'
import type { Appointment, PatchTest } from '#contract/bookings/appointment.ts'
import { zonedDay } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { firstNameOf, momentText } from '#web/bookings/booking-phrases.ts'
import { VisitTimes, type VisitTime } from '#web/bookings/visits/visit-times.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { testWords } from './test-words.ts'

interface TestFormProps {
  appointment: Appointment
  test: PatchTest
  /** With the booking as it is now, or nothing where it stays as it was. */
  onDone: (next: Appointment | null) => void
}

/** Choosing the time of a patch test: a day within its span, and when the artist is free on it. */
export function TestForm({ appointment, test, onDone }: TestFormProps) {
  const { id: appointmentId, countryCode: country, timeZone, provider } = appointment
  const t = reader(testWords, country)
  const [first, last] = [zonedDay(test.from, timeZone), zonedDay(test.until, timeZone)]
  const [chosen, setChosen] = useState<VisitTime | null>(null)
  const [gone, setGone] = useState(0)
  const firstName = firstNameOf(provider.name)
  const { waiting, said, run } = useAct({
    says: {
      slot_taken: ({ message }) => {
        setChosen(null)
        setGone((n) => n + 1)
        return message
      },
    },
  })
  const book = async () => {
    if (!chosen) return
    const done = await run((key) =>
      browserApi().bookings.bookTest(
        { appointmentId, ...chosen },
        { key, showToastOnSuccess: t('test.booked.toast', { firstName }) },
      ),
    )
    if (done) onDone(done.answer.appointment)
  }
  return (
    <div className="stack">
      <VisitTimes
        label={t('test.day')}
        firstName={firstName}
        country={country}
        first={first}
        last={last}
        chosen={chosen}
        onChoose={setChosen}
        start={test.startsAt ? zonedDay(test.startsAt, timeZone) : last}
        of={String(gone)}
        ask={(eventDate) => browserApi().bookings.testTimes({ appointmentId, eventDate })}
      />
      {said && <Note kind="error">{said}</Note>}
      <div className="row gap-8 wrapping">
        <Button disabled={!chosen} loading={waiting} onClick={book}>
          {t('test.book', { dateTime: chosen ? momentText(chosen.startsAt, appointment) : '…' })}
        </Button>
        <Button kind="secondary" onClick={() => onDone(null)}>
          {t('test.keep')}
        </Button>
      </div>
    </div>
  )
}
