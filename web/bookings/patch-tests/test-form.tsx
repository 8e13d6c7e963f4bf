import { useRef, useState } from 'react'
import type { Appointment, PatchTest } from '#contract/bookings/appointment.ts'
import type { FreeTime } from '#contract/bookings/moves.ts'
import { date, time, zonedDay } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import bookingStyles from '#web/bookings/booking.module.css'
import { firstNameOf, momentText } from '#web/bookings/booking-phrases.ts'
import { apiErrorOf } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { testWords } from './test-words.ts'

interface TestFormProps {
  appointment: Appointment
  test: PatchTest
  /** With the booking as it is now, or nothing where it stays as it was. */
  onDone: (next: Appointment | null) => void
}

type Free = { is: 'loading' } | { is: 'failed'; said: string } | { is: 'found'; times: readonly FreeTime[] }

/** Choosing the time of a patch test: a day within its span, and when the artist is free on it. */
export function TestForm({ appointment, test, onDone }: TestFormProps) {
  const { id, countryCode, timeZone, provider } = appointment
  const t = reader(testWords, countryCode)
  const [first, last] = [zonedDay(test.from, timeZone), zonedDay(test.until, timeZone)]
  const [day, setDay] = useState(test.startsAt ? zonedDay(test.startsAt, timeZone) : last)
  const [free, setFree] = useState<Free | null>(null)
  const [chosen, setChosen] = useState<FreeTime | null>(null)
  const looked = useRef(0)
  const firstName = firstNameOf(provider.name)
  const look = async (eventDate: string) => {
    // A day that was looked at before answers too late for this one.
    const turn = ++looked.current
    setDay(eventDate)
    setChosen(null)
    if (!/^\d{4}-\d\d-\d\d$/.test(eventDate)) return
    setFree({ is: 'loading' })
    const found: Free = await browserApi()
      .bookings.testTimes({ appointmentId: id, eventDate })
      .then(
        ({ times }) => ({ is: 'found', times }) as const,
        (fault) => ({ is: 'failed', said: apiErrorOf(fault).message }) as const,
      )
    if (looked.current === turn) setFree(found)
  }
  const { waiting, said, run } = useAct({
    says: {
      slot_taken: ({ message }) => {
        void look(day)
        return message
      },
    },
  })
  const book = async () => {
    if (!chosen) return
    const done = await run((key) =>
      browserApi().bookings.bookTest(
        { appointmentId: id, eventDate: day, startsAt: chosen.startsAt },
        { key, showToastOnSuccess: t('test.booked.toast', { firstName }) },
      ),
    )
    if (done) onDone(done.answer.appointment)
  }
  return (
    <div className="stack">
      <TextField
        label={t('test.day')}
        type="date"
        min={first}
        max={last}
        value={day}
        onChange={({ target }) => look(target.value)}
        onFocus={() => free === null && look(day)}
      />
      {free === null && (
        <div>
          <Button kind="secondary" onClick={() => look(day)}>
            {t('test.see', { firstName })}
          </Button>
        </div>
      )}
      {free?.is === 'loading' && <Skeleton height={96} />}
      {free?.is === 'failed' && <Note kind="error">{free.said}</Note>}
      {free?.is === 'found' && free.times.length === 0 && <p role="status">{t('test.none')}</p>}
      {free?.is === 'found' && free.times.length > 0 && (
        <fieldset className="stack gap-8">
          <legend className="field-label">
            {t('test.free', { firstName, date: date(day, countryCode, new Date().getFullYear()) })}
          </legend>
          <div className={bookingStyles.freeTimes}>
            {free.times.map((one) => (
              <button
                key={one.startsAt}
                type="button"
                className={buttonLook({ kind: chosen === one ? 'primary' : 'secondary', size: 'small' })}
                aria-pressed={chosen === one}
                onClick={() => setChosen(one)}>
                {time(one.startsAt.slice(11, 16))}
              </button>
            ))}
          </div>
        </fieldset>
      )}
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
