import { formatDuration } from '#contract/format.ts'
import { Armchair, Car, CircleCheck, Clock3, DoorOpen, Undo2 } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { getCurrentProgress } from '#contract/party/day-facts.ts'
import type { DayWord } from '#contract/party/day-updates.ts'
import type { Forecast, Sitting } from '#contract/party/forecast.ts'
import { formatClockIn } from '#web/appointments/booking-phrases.ts'
import { LiveDay } from '#web/party/live-day.tsx'
import { type DayView, formatPerson } from '#web/party/live-phrases.ts'
import type { useDayOutbox } from '#web/party/use-day-outbox.ts'
import { useForecast } from '#web/party/use-forecast.ts'
import { useOnline } from '#web/platform/use-online.ts'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { getActingUser } from '#web/platform/session.ts'
import { sessionStore } from '#web/platform/storage.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ShareWay } from './way-card.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './work-card.module.css'

/** Faster responses show no pending message. */
const SENT_MS = 1_000
const minutes = [5, 10, 15, 20, 30, 45, 60]

interface WorkCardProps {
  appointment: Appointment
  box: Pick<ReturnType<typeof useDayOutbox>, 'kept' | 'say'>
}

/**
 * Day updates with one button each, all reversible: on the way, late, arrived, each sitting, done. Optimistic, also
 * offline.
 */
export function WorkCard({ appointment, box }: WorkCardProps) {
  const t = useDashboardMessages()
  const [late, setLate] = useState(false)
  const lateButton = useRef<HTMLButtonElement>(null)
  const acts = useFocusOn<HTMLDivElement>()
  const keptLong = useLasting(box.kept > 0, useOnline() ? SENT_MS : 0)
  const live = { ...appointment, name: appointment.provider.name, sharedWay: null }
  const seen = useForecast(appointment)
  const { leftAt, arrivedAt } = seen.facts
  const over = seen.finishedAt !== null
  const said = getCurrentProgress(appointment.said).filter(
    ({ person, kind, minutes }) => person === null && (kind !== 'late' || minutes !== 0),
  )
  const say = (word: Partial<DayWord> & Pick<DayWord, 'kind'>) => {
    box.say(word)
    setLate(false)
  }
  const sayLate = (by: number) => {
    say({ kind: 'late', minutes: by })
    // The minutes field disappears with the press.
    lateButton.current?.focus()
  }
  return (
    <TitledCard title={t('appointments.day')} className="no-print">
      <LiveDay {...live} own />
      <div ref={acts} className={joinClasses('row gap-8 wrapping', styles.acts)}>
        {leftAt === null && arrivedAt === null && !over && appointment.mode === 'mobile' && (
          <Button onClick={() => say({ kind: 'left' })}>
            <Car className="icon" aria-hidden="true" />
            {t('day.provider.onTheWay')}
          </Button>
        )}
        {arrivedAt === null && !over && (
          <Button kind={leftAt === null ? 'secondary' : 'primary'} onClick={() => say({ kind: 'arrived' })}>
            <DoorOpen className="icon" aria-hidden="true" />
            {t('day.provider.arrived')}
          </Button>
        )}
        {!over && (
          <Button ref={lateButton} kind="secondary" aria-expanded={late} onClick={() => setLate(!late)}>
            <Clock3 className="icon" aria-hidden="true" />
            {t('day.provider.late')}
          </Button>
        )}
        {arrivedAt !== null && !over && (
          <Button kind="secondary" onClick={() => say({ kind: 'done' })}>
            <CircleCheck className="icon" aria-hidden="true" />
            {t('day.provider.done')}
          </Button>
        )}
        {said.map(({ kind }) => (
          <Button key={kind} kind="quiet" onClick={() => say({ kind, undo: true })}>
            <Undo2 className="icon" aria-hidden="true" />
            {t('day.back.of', { what: t(`day.back.${kind as 'left' | 'arrived' | 'late' | 'done'}`) })}
          </Button>
        ))}
      </div>
      {late && (
        <fieldset className="stack gap-8">
          <legend className="field-label">{t('day.provider.late.how')}</legend>
          <div className="row gap-8 wrapping">
            {minutes.map((by) => (
              <Button key={by} kind="secondary" size="small" onClick={() => sayLate(by)}>
                {formatDuration(by)}
              </Button>
            ))}
            {seen.facts.late && (
              <Button kind="quiet" size="small" onClick={() => sayLate(0)}>
                {t('appointments.late.none')}
              </Button>
            )}
          </div>
        </fieldset>
      )}
      {appointment.mode === 'mobile' && arrivedAt === null && !over && !getActingUser(sessionStore) && (
        <ShareWay appointment={appointment} />
      )}
      <SittingList live={live} seen={seen} onReport={say} />
      {/* Last, so that nothing moves under the thumb when it appears. */}
      {keptLong && <p className="small">{t('day.kept', { n: box.kept })}</p>}
    </TitledCard>
  )
}

/** Returns whether a condition has lasted for some milliseconds. */
function useLasting(is: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!is) return
    const timer = setTimeout(() => setLasts(true), ms)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [is, ms])
  return lasts
}

interface SittingListProps {
  live: DayView
  seen: Forecast
  onReport: (word: Partial<DayWord> & Pick<DayWord, 'kind'>) => void
}

function SittingList({ live, seen, onReport }: SittingListProps) {
  const t = useDashboardMessages()
  const ofOne = ({ person, serviceId }: Sitting) => ({ person, serviceId })
  const key = ({ person, serviceId }: Sitting) => `${person} ${serviceId}`
  return (
    <ol className={styles.sittings} aria-label={t('day.sittings')}>
      {seen.sittings
        .toSorted((a, b) => a.from - b.from || a.person - b.person)
        .map((sitting) => {
          const { state, from, to, plannedFrom, label } = sitting
          const said = { person: formatPerson(live, sitting.person), label }
          const at = (ms: number) => formatClockIn(new Date(ms).toISOString(), live.timeZone)
          const wasDone = seen.facts.doneAt.has(key(sitting))
          const wasStarted = seen.facts.startedAt.has(key(sitting))
          return (
            <li key={key(sitting)} className={styles.sitting}>
              <div className="can-shrink">
                <b className="bold">{said.person}</b>
                <p className="small">{label}</p>
                <p className="small muted tabular">
                  {t('day.sitting.times', { from: at(from), to: at(to) })}
                  {from !== plannedFrom && ` ${t('day.sitting.planned', { from: at(plannedFrom) })}`}
                </p>
                {state !== 'ahead' && (
                  <Badge look={state === 'done' ? 'jadeSoft' : 'accentSoft'}>
                    {t(state === 'done' ? 'day.sitting.is.done' : 'day.sitting.is.now')}
                  </Badge>
                )}
              </div>
              <RowActs>
                {state !== 'done' && (
                  <Button
                    kind={state === 'ahead' ? 'secondary' : 'primary'}
                    onClick={() => onReport({ kind: state === 'ahead' ? 'started' : 'done', ...ofOne(sitting) })}>
                    {state === 'ahead' ? (
                      <Armchair className="icon" aria-hidden="true" />
                    ) : (
                      <CircleCheck className="icon" aria-hidden="true" />
                    )}
                    {t(state === 'ahead' ? 'day.sitting.start' : 'day.sitting.done')}
                    <span className="visually-hidden">{t('day.sitting.of', said)}</span>
                  </Button>
                )}
                {(wasDone || wasStarted) && (
                  <Button
                    kind="quiet"
                    onClick={() => onReport({ kind: wasDone ? 'done' : 'started', undo: true, ...ofOne(sitting) })}>
                    <Undo2 className="icon" aria-hidden="true" />
                    {t('day.back')}
                    <span className="visually-hidden">{t('day.sitting.of', said)}</span>
                  </Button>
                )}
              </RowActs>
            </li>
          )
        })}
    </ol>
  )
}

function RowActs({ children }: { children: ReactNode }) {
  const group = useFocusOn<HTMLDivElement>()
  return (
    <div ref={group} className="row gap-8 wrapping">
      {children}
    </div>
  )
}

/** Returns a ref for a group of buttons that disappear when pressed: focus moves to the first remaining one. */
function useFocusOn<E extends HTMLElement>(): RefObject<E | null> {
  const group = useRef<E>(null)
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const within = group.current
    const keep = (event: FocusEvent) => {
      focused.current = event.target as Element
    }
    // Removing a button triggers blur without a new target.
    const drop = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) focused.current = null
    }
    within?.addEventListener('focusin', keep)
    within?.addEventListener('focusout', drop)
    return () => {
      within?.removeEventListener('focusin', keep)
      within?.removeEventListener('focusout', drop)
    }
  }, [])
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement === document.body) group.current?.querySelector('button')?.focus()
  })
  return group
}
