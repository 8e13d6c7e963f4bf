import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  KeyboardCode,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type CSSProperties, type ReactNode, type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { PrivateAppointment } from '#contract/calendar/private-clients.ts'
import { formatNightClock, toPercent, formatTime } from '#contract/format.ts'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { getBadgeClasses } from '#web/ui/badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { addDays } from '#web/ui/fields/calendar-days.ts'
import { Note } from '#web/ui/note.tsx'
import { formatShortDate } from './booked-out-list.tsx'
import { type Block, buildDayBlocks, type DayOfGrid } from './day-blocks.ts'
import { Drawing } from './drawing.tsx'
import { type Selection, type DrawnSpan, formatSpanEnds, toSelectionTimes, findOverlap } from './drawn-time.ts'
import timeGridStyles from './time-grid.module.css'

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
  onMove: (one: PrivateAppointment, to: { eventDate: string; startTime: string }) => void
  /** Called with a span for an appointment or for blocking. */
  onDrawn: (span: DrawnSpan) => void
}) {
  const t = useDashboardMessages()
  const { countryCode } = useOwn().profile
  const grid = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Selection | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const blocks = days.map((of) => buildDayBlocks(of, t))
  // Closed times do not extend the visible range.
  const all = blocks.flat().filter(({ look }) => look !== 'closed')
  const from = Math.min(480, ...all.map((block) => Math.floor(block.from / 60) * 60))
  const until = Math.max(1200, ...all.map((block) => Math.ceil(block.to / 60) * 60))
  const hours = Array.from({ length: (until - from) / 60 + 1 }, (_, i) => from + i * 60)
  const share = (minute: number) => `${toPercent(minute - from, until - from)}%`
  const draw = (next: Selection | null) => {
    setRefused(null)
    setDrawn(next)
  }
  const choose = (chosenTime: Selection) => {
    const i = days.findIndex(({ day }) => day.date === chosenTime.date)
    const inTheWay = findOverlap(chosenTime, blocks[i] ?? [])
    if (inTheWay) return setRefused(t('ownCalendar.draw.taken', { name: inTheWay.title, text: inTheWay.text }))
    draw(chosenTime)
    onDrawn(toSelectionTimes(chosenTime))
  }
  const goTo = (date: string | undefined) => {
    const field = grid.current?.querySelector<HTMLElement>(`[data-draw="${date}"]`)
    if (!field || !date) return
    if (drawn) draw({ ...drawn, date })
    field.focus()
  }
  const said =
    drawn &&
    [formatShortDate(drawn.date, countryCode), t('ownCalendar.span', formatSpanEnds(toSelectionTimes(drawn)))].join(
      ', ',
    )
  return (
    <Moving
      grid={grid}
      minutes={until - from}
      days={days.map(({ day }) => day.date)}
      own={days.flatMap(({ own }) => own)}
      onMove={onMove}>
      <p id="draw-how" className="visually-hidden">
        {t('ownCalendar.draw.keyboard')}
      </p>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {refused && <Note kind="error">{refused}</Note>}
      <div ref={grid} className={joinClasses(timeGridStyles.timeGrid, days.length === 1 && timeGridStyles.single)}>
        <div className={timeGridStyles.hours} aria-hidden="true">
          {hours.map((minute) => (
            <span key={minute} style={{ top: share(minute) }}>
              {formatTime(`${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:00`)}
            </span>
          ))}
        </div>
        {days.map(({ day }, i) => (
          <article
            key={day.date}
            className={joinClasses(
              timeGridStyles.column,
              day.date === today && timeGridStyles.today,
              day.date === chosen && timeGridStyles.selected,
            )}
            aria-label={formatShortDate(day.date, countryCode)}>
            <button
              type="button"
              className={timeGridStyles.colHead}
              aria-pressed={day.date === chosen}
              onClick={() => onChoose(day.date)}>
              {formatShortDate(day.date, countryCode)}
            </button>
            <div className={timeGridStyles.lines} data-lines="">
              {day.date >= today && (
                <Drawing
                  date={day.date}
                  label={formatShortDate(day.date, countryCode)}
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
                    className={timeGridStyles.timeBlock}
                    data-look={block.look}
                    style={style}>
                    {inner}
                  </Link>
                ) : (
                  <div key={block.key} className={timeGridStyles.timeBlock} data-look={block.look} style={style}>
                    {inner}
                  </div>
                )
              })}
            </div>
            {day.requests > 0 && (
              <Link className={getBadgeClasses('info')} to="/dashboard/requests">
                {t('ownCalendar.requests', { n: day.requests })}
              </Link>
            )}
            {blocks[i]?.length === 0 && day.requests === 0 && (
              <p className={joinClasses('small muted', timeGridStyles.nothing)}>{t('ownCalendar.free.day')}</p>
            )}
          </article>
        ))}
      </div>
    </Moving>
  )
}

/** A private appointment: a link to its client that can be dragged, also by keyboard. */
function OwnBlock({ block, style, children }: { block: Block; style: CSSProperties; children: ReactNode }) {
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({
    id: block.own?.id ?? block.key,
    // On phones days are lists, which have no scale for dragging.
    disabled: typeof matchMedia === 'function' && matchMedia('(max-width: 767px)').matches,
    // Keeps the link role.
    attributes: { role: 'link' },
  })
  return (
    <Link
      ref={setNodeRef}
      to={block.link ?? ''}
      className={joinClasses(timeGridStyles.timeBlock, timeGridStyles.movable, isDragging && timeGridStyles.lifted)}
      data-look={block.look}
      style={style}
      draggable={false}
      {...attributes}
      {...listeners}>
      {children}
    </Link>
  )
}

interface MovingProps {
  grid: RefObject<HTMLElement | null>
  minutes: number
  days: readonly string[]
  own: readonly PrivateAppointment[]
  onMove: (one: PrivateAppointment, to: { eventDate: string; startTime: string }) => void
  children: ReactNode
}

/** Makes private appointments draggable by mouse, long press, or space and arrows; shows and announces the target. */
function Moving({ grid, minutes, days, own, onMove, children }: MovingProps) {
  const t = useDashboardMessages()
  const { countryCode } = useOwn().profile
  const last = useRef('')
  const [landing, setLanding] = useState<{ name: string; at: string } | null>(null)
  const scale = (): Scale => {
    const columns = [...(grid.current?.querySelectorAll('[data-lines]') ?? [])].map((one) =>
      one.getBoundingClientRect(),
    )
    const [first, second] = columns
    return {
      perMinute: (first?.height ?? minutes) / minutes,
      perDay: first && second ? second.left - first.left : Number.MAX_SAFE_INTEGER,
    }
  }
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A touch that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      // Enter opens the client, as on any link.
      keyboardCodes: {
        start: [KeyboardCode.Space],
        cancel: [KeyboardCode.Esc],
        end: [KeyboardCode.Space, KeyboardCode.Enter],
      },
      coordinateGetter: (event, { currentCoordinates: { x, y } }) => {
        const { perMinute, perDay } = scale()
        const [step, day] = [perMinute * stepMinutes, days.length > 1 ? perDay : 0]
        if (event.code === KeyboardCode.Down) return { x, y: y + step }
        if (event.code === KeyboardCode.Up) return { x, y: y - step }
        if (event.code === KeyboardCode.Right) return { x: x + day, y }
        if (event.code === KeyboardCode.Left) return { x: x - day, y }
        return undefined
      },
    }),
  )
  const of = ({ active, delta }: Pick<DragMoveEvent, 'active' | 'delta'>) => {
    const one = own.find(({ id }) => id === active.id)
    return one && { one, to: computeDropTarget(one, delta, scale(), days) }
  }
  const said = (event: Pick<DragMoveEvent, 'active' | 'delta'>): string => {
    const moved = of(event)
    return moved ? `${formatShortDate(moved.to.eventDate, countryCode)}, ${formatNightClock(moved.to.startTime)}` : ''
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) =>
      t('ownCalendar.move.lifted', { name: own.find(({ id }) => id === active.id)?.name ?? '' }),
    onDragMove: () => last.current,
    onDragOver: () => undefined,
    onDragEnd: () => t('ownCalendar.move.dropped', { at: last.current }),
    onDragCancel: () => t('ownCalendar.move.back'),
  }
  const drop = (event: DragEndEvent) => {
    setLanding(null)
    const moved = of(event)
    if (!moved) return
    const { one, to } = moved
    if (to.eventDate !== one.eventDate || to.startTime !== one.startTime) onMove(one, to)
  }
  return (
    <DndContext
      sensors={sensors}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('ownCalendar.move.keyboard') } }}
      onDragMove={(event) => {
        const moved = of(event)
        last.current = said(event)
        if (moved) setLanding({ name: moved.one.name, at: last.current })
      }}
      onDragEnd={drop}
      onDragCancel={() => setLanding(null)}>
      {children}
      <DragOverlay dropAnimation={null}>
        {landing && (
          <div className={timeGridStyles.inHand}>
            <b className="bold">{landing.name}</b>
            <span>{landing.at}</span>
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

const stepMinutes = 15

/** Scale of the grid in pixels. */
interface Scale {
  perMinute: number
  perDay: number
}

interface At {
  eventDate: string
  startTime: string
}

const [dayBegins, dayEnds] = [300, 1740]

/**
 * Returns the target of a dragged appointment: rounded to a step, within the day from 5 AM to 5 AM, on a visible day.
 */
export function computeDropTarget(
  { eventDate, startTime }: At,
  by: { x: number; y: number },
  { perMinute, perDay }: Scale,
  days: readonly string[],
): At {
  const clock = Number(startTime.slice(0, 2)) * 60 + Number(startTime.slice(3))
  const minute = clock < dayBegins ? clock + 1440 : clock
  const steps = Math.round(by.y / perMinute / stepMinutes)
  const to = Math.min(dayEnds - stepMinutes, Math.max(dayBegins, steps === 0 ? minute : minute + steps * stepMinutes))
  const wanted = addDays(eventDate, Math.round(by.x / perDay))
  const [first = eventDate, last = eventDate] = [days[0], days.at(-1)]
  const two = (n: number) => String(n).padStart(2, '0')
  return {
    eventDate: wanted < first ? first : wanted > last ? last : wanted,
    startTime: `${two(Math.floor(to / 60) % 24)}:${two(to % 60)}`,
  }
}
