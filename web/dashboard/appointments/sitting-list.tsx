import type { ReactNode } from 'react'
import { Armchair, CircleCheck, Undo2 } from 'lucide-react'
import type { DayWord } from '#contract/bookings/day/day-word.ts'
import type { Forecast, Sitting } from '#contract/bookings/day/forecast.ts'
import { clockIn } from '#web/bookings/booking-phrases.ts'
import { type Live, personIn } from '#web/bookings/day/live-phrases.ts'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './sitting-list.module.css'
import { useFocusOn } from './use-focus-on.ts'

interface SittingListProps {
  live: Live
  seen: Forecast
  onSay: (word: Partial<DayWord> & Pick<DayWord, 'kind'>) => void
}

/** Everybody who sits, in order, each begun, done or taken back by a touch. */
export function SittingList({ live, seen, onSay }: SittingListProps) {
  const t = useDashboardWords()
  const ofOne = ({ person, serviceId }: Sitting) => ({ person, serviceId })
  const key = ({ person, serviceId }: Sitting) => `${person} ${serviceId}`
  return (
    <ol className={styles.sittings} aria-label={t('day.sittings')}>
      {seen.sittings
        .toSorted((a, b) => a.from - b.from || a.person - b.person)
        .map((sitting) => {
          const { state, from, to, plannedFrom, label } = sitting
          const said = { person: personIn(live, sitting.person), label }
          const at = (ms: number) => clockIn(new Date(ms).toISOString(), live.timeZone)
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
                    onClick={() => onSay({ kind: state === 'ahead' ? 'started' : 'done', ...ofOne(sitting) })}>
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
                    onClick={() => onSay({ kind: wasDone ? 'done' : 'started', undo: true, ...ofOne(sitting) })}>
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
