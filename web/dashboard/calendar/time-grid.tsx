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
import { Ban, Inbox, Moon, CalendarClock, CalendarPlus, CalendarX2, X } from 'lucide-react'
import { Link } from 'react-router'
import { formatClock, formatNightTime, formatTime, zonedDay, zonedTime, formatDate } from '#contract/format.ts'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { useMinutes } from '#web/platform/use-minutes.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { addDays } from '#web/ui/fields/calendar-days.ts'
import { ColumnBlocks } from './column-blocks.tsx'
import { GridDrag } from './grid-drag.tsx'
import { dayBegins, dayEnds, formatMinuteOfEvent, slotMinutes, type Span } from './selection.ts'
import { findStartMinute } from './place-blocks.ts'
import styles from './time-grid.module.css'
import { type GridColumn, type TimeGridProps, useTimeGrid } from './use-time-grid.ts'
import { formatShortDate } from './booked-out-list.tsx'
import { isWholeDay, type Block } from './day-blocks.ts'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import selectionBarStyles from './selection-bar.module.css'

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

interface ColumnHeadProps extends GridColumn {
  today: string
  chosen: string
  onChoose: (day: string) => void
}

/** The day above a column, with what concerns all of it: blocked, closed, and requests without a time. */
function ColumnHead({ day, artist, blocks, today, chosen, onChoose }: ColumnHeadProps) {
  const t = useDashboardMessages()
  const { countryCode } = useOwn().profile
  const [weekday = ''] = formatDate(day.date, countryCode).split(/[ ,]/)
  const untimed = day.requests - blocks.filter(({ look }) => look === 'request').length
  return (
    <div className={joinClasses(styles.head, day.date === today && styles.today)}>
      {artist === null ? (
        <button
          type="button"
          className={styles.dayName}
          aria-pressed={day.date === chosen}
          onClick={() => onChoose(day.date)}>
          <span className="visually-hidden">{formatShortDate(day.date, countryCode)}</span>
          <span aria-hidden="true">{weekday}</span>
          <b aria-hidden="true">{Number(day.date.slice(8))}</b>
        </button>
      ) : (
        <b className={styles.artistName}>{artist}</b>
      )}
      {day.bookedOut.some(({ whole }) => whole) && (
        <span className={styles.allDay} data-state="blocked">
          <Ban className="icon" aria-hidden="true" />
          {t('ownCalendar.out')}
        </span>
      )}
      {day.closed.filter(isWholeDay).map(({ opens, label }) => (
        <span key={opens} className={styles.allDay}>
          <Moon className="icon" aria-hidden="true" />
          {label ?? t('ownCalendar.closed')}
        </span>
      ))}
      {untimed > 0 && (
        <Link className={styles.allDay} data-state="requested" to="/dashboard/requests">
          <Inbox className="icon" aria-hidden="true" />
          {t('ownCalendar.requests', { n: untimed })}
        </Link>
      )}
    </div>
  )
}

interface SelectionBarProps {
  shown: boolean
  text: string | null
  /** The message of a refusal; the selection stays. */
  refused: string | null
  /** A booking that was dropped on another time, which its customer must accept. */
  asked: { block: Block; span: Span } | null
  /** Open requests of the selected day. */
  requests: number
  saving: boolean
  confirming: boolean
  /** False while a booking is to be moved. */
  hasSelection: boolean
  canAdd: boolean
  onBookOut: () => void
  onConfirm: () => void
  onBack: () => void
  onAdd: () => void
  onClose: () => void
}

/** Actions for the selected time, at the foot of the time grid. */
function SelectionBar(props: SelectionBarProps) {
  const { shown, text, refused, asked, saving, canAdd, hasSelection, onBookOut, onAdd, onClose } = props
  const t = useDashboardMessages()
  if (!shown) return null
  return (
    <section className={selectionBarStyles.bar} aria-label={t('ownCalendar.selected')}>
      {refused ? (
        <Note kind="error" className={selectionBarStyles.text}>
          {refused}
        </Note>
      ) : (
        <p className={selectionBarStyles.text}>
          <b className="bold">{text}</b>
          {asked && <span className="small muted">{t('ownCalendar.ask.text')}</span>}
        </p>
      )}
      <div className={selectionBarStyles.acts}>
        {asked?.block.booking && (
          <ButtonLink size="small" to={`${asked.block.link}?move=${toMoveTime(asked)}`}>
            <CalendarClock className="icon" aria-hidden="true" />
            {t('ownCalendar.ask.act')}
          </ButtonLink>
        )}
        {hasSelection && !refused && (
          <Button size="small" loading={saving} onClick={onBookOut}>
            <CalendarX2 className="icon" aria-hidden="true" />
            {t('ownCalendar.bookout')}
          </Button>
        )}
        {hasSelection && canAdd && !refused && (
          <Button kind="secondary" size="small" onClick={onAdd}>
            <CalendarPlus className="icon" aria-hidden="true" />
            {t('ownCalendar.add')}
          </Button>
        )}
        <IconButton label={t('ownCalendar.selected.close')} onClick={onClose}>
          <X className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      <Confirm
        open={props.confirming}
        title={t('confirm.bookout.day', { date: text ?? '' })}
        act={t('confirm.bookout.act')}
        wayOut={t('confirm.back')}
        onAct={props.onConfirm}
        onClose={props.onBack}>
        {t('confirm.bookout.open.text', { n: props.requests })}
      </Confirm>
    </section>
  )
}

/** Returns the proposed ready-by time as `2027-02-03T13:30`: it moves as far as the start was moved. */
function toMoveTime({ block, span }: { block: Block; span: Span }): string {
  const ready = block.booking?.readyAt ?? block.booking?.endsAt ?? ''
  const minute = Number(ready.slice(11, 13)) * 60 + Number(ready.slice(14, 16))
  const moved = (minute < 300 ? minute + 1440 : minute) + span.from - block.from
  return `${span.date}T${formatMinuteOfEvent(moved)}`
}
