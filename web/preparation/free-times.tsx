import { useEffect, useRef, useState } from 'react'
import type { FreeTime } from '#contract/bookings/moves.ts'
import { formatDate, formatTime } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { toApiError } from '#web/platform/api/api.ts'
import { Button, getButtonClasses } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { beforeMessages } from './before-messages.ts'

const t = createTranslator(beforeMessages)

/** A day and a start on it, which may be after midnight of the next day. */
export type ChosenTime = { eventDate: string; startsAt: string }

interface FreeTimesProps {
  label: string
  firstName: string
  country: Country
  first: string
  last: string
  start: string
  chosen: ChosenTime | null
  refreshKey: string
  listTimes: (eventDate: string) => Promise<{ times: readonly FreeTime[] }>
  onChoose: (time: ChosenTime | null) => void
}

type Free = { is: 'loading' } | { is: 'failed'; said: string } | { is: 'found'; times: readonly FreeTime[] }

/** Chooses a time before a booking: a day within the span, and one of its free times. */
export function FreeTimes(props: FreeTimesProps) {
  const { label, firstName, country, first, last, start, chosen, refreshKey, listTimes, onChoose } = props
  const [day, setDay] = useState(start)
  const [free, setFree] = useState<Free | null>(null)
  const requests = useRef(0)
  const load = async (eventDate: string) => {
    // Ignores the answer of an earlier request.
    const request = ++requests.current
    setDay(eventDate)
    if (!/^\d{4}-\d\d-\d\d$/.test(eventDate)) return
    setFree({ is: 'loading' })
    const found: Free = await listTimes(eventDate).then(
      ({ times }) => ({ is: 'found', times }) as const,
      (fault) => ({ is: 'failed', said: toApiError(fault).message }) as const,
    )
    if (requests.current === request) setFree(found)
  }
  const loadedKey = useRef(refreshKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the key changes
  useEffect(() => {
    if (loadedKey.current === refreshKey) return
    loadedKey.current = refreshKey
    if (free !== null) void load(day)
  }, [refreshKey])
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
          void load(target.value)
        }}
        onFocus={() => free === null && load(day)}
      />
      {free === null && (
        <div>
          <Button kind="secondary" onClick={() => load(day)}>
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
            {t('visit.free', { firstName, date: formatDate(day, country, new Date().getFullYear()) })}
          </legend>
          <div className="row wrapping gap-8">
            {free.times.map(({ startsAt }) => {
              const picked = chosen?.startsAt === startsAt
              return (
                <button
                  key={startsAt}
                  type="button"
                  className={getButtonClasses({ kind: picked ? 'primary' : 'secondary', size: 'small' })}
                  aria-pressed={picked}
                  onClick={() => onChoose({ eventDate: day, startsAt })}>
                  {formatTime(startsAt.slice(11, 16))}
                </button>
              )
            })}
          </div>
        </fieldset>
      )}
    </>
  )
}
