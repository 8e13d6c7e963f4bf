import { useDraggable } from '@dnd-kit/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { formatClock, formatNightTime, formatTime, zonedDay, zonedTime } from '#contract/format.ts'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { useMinutes } from '#web/platform/use-minutes.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { addDays } from '#web/ui/fields/calendar-days.ts'
import { ColumnBlocks } from './column-blocks.tsx'
import { ColumnHead } from './column-head.tsx'
import { GridDrag } from './grid-drag.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { dayBegins, dayEnds, formatMinuteOfEvent, slotMinutes } from './selection.ts'
import { findStartMinute } from './place-blocks.ts'
import styles from './time-grid.module.css'
import { type GridColumn, type TimeGridProps, useTimeGrid } from './use-time-grid.ts'

const slots = Array.from({ length: (dayEnds - dayBegins) / slotMinutes }, (_, i) => dayBegins + i * slotMinutes)

/** Minutes around now without an hour label, whose place the time of now takes. */
const labelMinutes = 20

/**
 * Days or lanes beside each other, from 5 AM to 5 AM. Free time is an ARIA grid: arrows move, Enter starts a selection,
 * arrows extend it, Enter blocks it. Blocks are lists above it, which can be moved and resized.
 */
export function TimeGrid(props: TimeGridProps) {
  const { columns, today, timeZone, chosen, canAdd, onChoose, onAdd, onEdit } = props
  const t = useDashboardMessages()
  const help = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const now = useNowMinute(timeZone)
  const { canvas, cursor, setCursor, dates, dayName, span, carried, drag, keys, onKeyDown, onClick, bar } =
    useTimeGrid(props)
  useScrollToStart(scroller, columns, now)
  const isToday = columns.some(({ day }) => day.date === now.date)
  return (
    <>
      <p id={help} className="visually-hidden">
        {t('ownCalendar.slots.keyboard')}
      </p>
      <p id={`${help}-move`} className="visually-hidden">
        {t('ownCalendar.move.keyboard')}
      </p>
      <GridDrag {...drag}>
        <div
          ref={scroller}
          className={joinClasses(styles.scroller, columns.length > 1 && styles.several)}
          style={{ '--columns': columns.length } as CSSProperties}>
          <div className={styles.heads}>
            {columns.map((column) => (
              <ColumnHead {...column} key={column.key} today={today} chosen={chosen} onChoose={onChoose} />
            ))}
          </div>
          <div ref={canvas} className={styles.canvas}>
            <Slots help={help} onKeyDown={onKeyDown} onClick={onClick}>
              {slots.map((minute) => (
                // biome-ignore lint/a11y/useFocusableInteractive: its cells are focusable
                <div key={minute} role="row" className={styles.row}>
                  <div className={styles.hour} aria-hidden="true">
                    {minute % 60 === 0 && !(isToday && Math.abs(minute - now.minute) < labelMinutes) && (
                      <span>{formatTime(formatMinuteOfEvent(minute))}</span>
                    )}
                  </div>
                  {columns.map(({ key, day, artist, blocks }, column) => {
                    const busy = blocks.find(
                      ({ look, from, to }) => look !== 'closed' && from < minute + slotMinutes && to > minute,
                    )
                    const inSpan = span?.date === day.date && minute >= span.from && minute < span.to
                    return (
                      <div
                        key={key}
                        role="gridcell"
                        className={joinClasses(styles.cell, day.date < today && styles.gone)}
                        data-cell={`${column}:${minute}`}
                        tabIndex={column === cursor.column && minute === cursor.minute ? 0 : -1}
                        aria-label={[
                          dayName(day.date),
                          formatNightTime(formatMinuteOfEvent(minute)),
                          artist,
                          busy?.title,
                        ]
                          .filter(Boolean)
                          .join(', ')}
                        aria-selected={inSpan}
                        aria-disabled={day.date < today || undefined}
                        onFocus={() => setCursor({ column, minute })}
                      />
                    )
                  })}
                </div>
              ))}
            </Slots>
            <div className={styles.layer} data-layer="">
              {columns.map((column) => (
                <ColumnBlocks
                  {...column}
                  key={column.key}
                  name={[dayName(column.day.date), column.artist].filter(Boolean).join(', ')}
                  help={`${help}-move`}
                  today={today}
                  selection={span?.date === column.day.date ? span : null}
                  carried={carried}
                  onEdit={onEdit}
                  onLift={keys.lift}
                  onCarry={keys.carry}
                  onDrop={keys.drop}
                  onCancel={keys.cancel}
                />
              ))}
            </div>
            {isToday && (
              <div
                className={styles.now}
                style={{ '--from': now.minute - dayBegins, '--column': dates.indexOf(now.date) } as CSSProperties}>
                <span>
                  <span className="visually-hidden">{t('ownCalendar.now')} </span>
                  {formatClock(formatMinuteOfEvent(now.minute)).replace(/ [AP]M$/, '')}
                </span>
                {dates.length > 1 && <i aria-hidden="true" />}
              </div>
            )}
          </div>
        </div>
        <SelectionBar {...bar} canAdd={canAdd} onAdd={() => span && onAdd(span)} />
      </GridDrag>
    </>
  )
}

/** The rows of free time; dragging starts anywhere in them. */
function Slots({
  help,
  onKeyDown,
  onClick,
  children,
}: {
  help: string
  onKeyDown: (event: KeyboardEvent) => void
  onClick: (event: MouseEvent) => void
  children: ReactNode
}) {
  const t = useDashboardMessages()
  const { setNodeRef, listeners } = useDraggable({ id: 'slots', data: { kind: 'slots' } })
  return (
    <div
      ref={setNodeRef}
      role="grid"
      aria-label={t('ownCalendar.slots')}
      aria-describedby={help}
      className={styles.slots}
      {...listeners}
      onKeyDown={onKeyDown}
      onClick={onClick}>
      {children}
    </div>
  )
}

/** Returns the current event date and its minute, in the artist's time zone. A day lasts to 5 AM. */
function useNowMinute(timeZone: string): { date: string; minute: number } {
  const instant = new Date(useMinutes()).toISOString()
  const [date, clock] = [zonedDay(instant, timeZone), zonedTime(instant, timeZone)]
  const minute = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
  return minute < dayBegins ? { date: addDays(date, -1), minute: minute + 1440 } : { date, minute }
}

/** Scrolls to the first entry and an hour before now, whenever other days are shown. */
function useScrollToStart(
  scroller: RefObject<HTMLDivElement | null>,
  columns: readonly GridColumn[],
  now: { date: string; minute: number },
) {
  const shown = columns.map(({ key }) => key).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other days are shown
  useLayoutEffect(() => {
    const { current: element } = scroller
    if (!element) return
    const grid = element.querySelector('[role=grid]')
    const perMinute = (grid?.getBoundingClientRect().height ?? 0) / (dayEnds - dayBegins)
    const start = findStartMinute(columns, now, element.clientHeight / perMinute)
    element.scrollTop = (start - dayBegins) * perMinute
  }, [shown])
}
