import { useEffect, useRef, useState } from 'react'
import type { FreeTime } from '#contract/bookings/moves.ts'
import { date, time } from '#contract/format.ts'
import { type Country, reader } from '#contract/words.ts'
import bookingStyles from '#web/bookings/booking.module.css'
import { apiErrorOf } from '#web/platform/api/api.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { visitWords } from './visit-words.ts'

const t = reader(visitWords)

/** A time of a day, which may be another than the calendar's at night. */
export type VisitTime = { eventDate: string; startsAt: string }

interface VisitTimesProps {
  /** What the day is the day of. */
  label: string
  firstName: string
  country: Country
  /** The first and the last day that there may be. */
  first: string
  last: string
  /** The day that is looked at first. */
  start: string
  chosen: VisitTime | null
  /** Looks again once it is another: what is done at the visit, or that a time has gone. */
  of: string
  ask: (eventDate: string) => Promise<{ times: readonly FreeTime[] }>
  onChoose: (time: VisitTime | null) => void
}

type Free = { is: 'loading' } | { is: 'failed'; said: string } | { is: 'found'; times: readonly FreeTime[] }

/** Choosing the time of a visit before a booking: a day within its span, and when the artist is free on it. */
export function VisitTimes(props: VisitTimesProps) {
  const { label, firstName, country, first, last, start, chosen, of, ask, onChoose } = props
  const [day, setDay] = useState(start)
  const [free, setFree] = useState<Free | null>(null)
  const looked = useRef(0)
  const look = async (eventDate: string) => {
    // A day that was looked at before answers too late for this one.
    const turn = ++looked.current
    setDay(eventDate)
    if (!/^\d{4}-\d\d-\d\d$/.test(eventDate)) return
    setFree({ is: 'loading' })
    const found: Free = await ask(eventDate).then(
      ({ times }) => ({ is: 'found', times }) as const,
      (fault) => ({ is: 'failed', said: apiErrorOf(fault).message }) as const,
    )
    if (looked.current === turn) setFree(found)
  }
  const was = useRef(of)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each thing that is looked for
  useEffect(() => {
    if (was.current === of) return
    was.current = of
    if (free !== null) void look(day)
  }, [of])
  return (
    <>
      <TextField
        label={label}
        type="date"
        min={first}
        max={last}
        value={day}
        onChange={({ target }) => {
          onChoose(null)
          void look(target.value)
        }}
        onFocus={() => free === null && look(day)}
      />
      {free === null && (
        <div>
          <Button kind="secondary" onClick={() => look(day)}>
            {t('visit.see', { firstName })}
          </Button>
        </div>
      )}
      {free?.is === 'loading' && <Skeleton height={96} />}
      {free?.is === 'failed' && <Note kind="error">{free.said}</Note>}
      {free?.is === 'found' && free.times.length === 0 && <p role="status">{t('visit.none')}</p>}
      {free?.is === 'found' && free.times.length > 0 && (
        <fieldset className="stack gap-8">
          <legend className="field-label">
            {t('visit.free', { firstName, date: date(day, country, new Date().getFullYear()) })}
          </legend>
          <div className={bookingStyles.freeTimes}>
            {free.times.map(({ startsAt }) => {
              const picked = chosen?.startsAt === startsAt
              return (
                <button
                  key={startsAt}
                  type="button"
                  className={buttonLook({ kind: picked ? 'primary' : 'secondary', size: 'small' })}
                  aria-pressed={picked}
                  onClick={() => onChoose({ eventDate: day, startsAt })}>
                  {time(startsAt.slice(11, 16))}
                </button>
              )
            })}
          </div>
        </fieldset>
      )}
    </>
  )
}
