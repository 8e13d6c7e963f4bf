import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { OwnAppointment } from '#contract/bookings/own-clients.ts'
import { percent, time } from '#contract/format.ts'
import { useDashboardWords, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { badgeLook } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { shortDate } from './booked-out-list.tsx'
import { blocksOf, type DayOfGrid } from './day-blocks.ts'
import { Drawing } from './drawing.tsx'
import { type Drawn, type DrawnSpan, saidEnds, spanOfDrawn, standsIn } from './drawn-time.ts'
import { Moving } from './moving.tsx'
import { OwnBlock } from './own-block.tsx'
import styles from './time-grid.module.css'

/** One day or a week of the calendar to scale. On a phone each day is a list. */
export function TimeGrid({
  days,
  today,
  chosen,
  onChoose,
  onMove,
  onDrawn,
}: {
  days: readonly DayOfGrid[]
  today: string
  chosen: string
  onChoose: (day: string) => void
  onMove: (one: OwnAppointment, to: { eventDate: string; startTime: string }) => void
  /** Time was selected for an appointment or to be booked out. */
  onDrawn: (span: DrawnSpan) => void
}) {
  const t = useDashboardWords()
  const { countryCode } = useOwn().profile
  const grid = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const blocks = days.map((of) => blocksOf(of, t))
  // Closed time fills what there is to see, and makes no day longer.
  const all = blocks.flat().filter(({ look }) => look !== 'closed')
  const from = Math.min(480, ...all.map((block) => Math.floor(block.from / 60) * 60))
  const until = Math.max(1200, ...all.map((block) => Math.ceil(block.to / 60) * 60))
  const hours = Array.from({ length: (until - from) / 60 + 1 }, (_, i) => from + i * 60)
  const share = (minute: number) => `${percent(minute - from, until - from)}%`
  const draw = (next: Drawn | null) => {
    setRefused(null)
    setDrawn(next)
  }
  const choose = (chosenTime: Drawn) => {
    const i = days.findIndex(({ day }) => day.date === chosenTime.date)
    const inTheWay = standsIn(chosenTime, blocks[i] ?? [])
    if (inTheWay) return setRefused(t('pcal.draw.taken', { name: inTheWay.title, text: inTheWay.text }))
    draw(chosenTime)
    onDrawn(spanOfDrawn(chosenTime))
  }
  const goTo = (date: string | undefined) => {
    const field = grid.current?.querySelector<HTMLElement>(`[data-draw="${date}"]`)
    if (!field || !date) return
    if (drawn) draw({ ...drawn, date })
    field.focus()
  }
  const said = drawn && [shortDate(drawn.date, countryCode), t('pcal.span', saidEnds(spanOfDrawn(drawn)))].join(', ')
  return (
    <Moving
      grid={grid}
      minutes={until - from}
      days={days.map(({ day }) => day.date)}
      own={days.flatMap(({ own }) => own)}
      onMove={onMove}>
      <p id="draw-how" className="visually-hidden">
        {t('pcal.draw.keyboard')}
      </p>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {refused && <Note kind="error">{refused}</Note>}
      <div ref={grid} className={classes(styles.timeGrid, days.length === 1 && styles.single)}>
        <div className={styles.hours} aria-hidden="true">
          {hours.map((minute) => (
            <span key={minute} style={{ top: share(minute) }}>
              {time(`${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:00`)}
            </span>
          ))}
        </div>
        {days.map(({ day }, i) => (
          <article
            key={day.date}
            className={classes(
              styles.column,
              day.date === today && styles.today,
              day.date === chosen && styles.selected,
            )}
            aria-label={shortDate(day.date, countryCode)}>
            <button
              type="button"
              className={styles.colHead}
              aria-pressed={day.date === chosen}
              onClick={() => onChoose(day.date)}>
              {shortDate(day.date, countryCode)}
            </button>
            <div className={styles.lines} data-lines="">
              {day.date >= today && (
                <Drawing
                  date={day.date}
                  label={shortDate(day.date, countryCode)}
                  shown={{ from, until }}
                  drawn={drawn?.date === day.date ? drawn : null}
                  onDraw={draw}
                  onChosen={choose}
                  onDay={(by) => goTo(days[i + by]?.day.date)}
                />
              )}
              {blocks[i]?.map((block) => {
                const [begins, ends] = [Math.max(block.from, from), Math.min(block.to, until)]
                if (begins >= ends) return null
                const style = { top: share(begins), height: `calc(${share(ends)} - ${share(begins)})` }
                const inner = (
                  <>
                    <b className="bold">{block.title}</b>
                    <span>{block.text}</span>
                  </>
                )
                if (block.own)
                  return (
                    <OwnBlock key={block.key} block={block} style={style}>
                      {inner}
                    </OwnBlock>
                  )
                return block.link ? (
                  <Link
                    key={block.key}
                    to={block.link}
                    className={styles.timeBlock}
                    data-look={block.look}
                    style={style}>
                    {inner}
                  </Link>
                ) : (
                  <div key={block.key} className={styles.timeBlock} data-look={block.look} style={style}>
                    {inner}
                  </div>
                )
              })}
            </div>
            {day.requests > 0 && (
              <Link className={badgeLook('info')} to="/dashboard/requests">
                {t('pcal.requests', { n: day.requests })}
              </Link>
            )}
            {blocks[i]?.length === 0 && day.requests === 0 && (
              <p className={classes('small muted', styles.nothing)}>{t('pcal.free.day')}</p>
            )}
          </article>
        ))}
      </div>
    </Moving>
  )
}
