import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { toPercent } from '#contract/format.ts'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import {
  getSelectionSpan,
  type Selection,
  createFirstSelection,
  resizeSelection,
  formatSpanEnds,
  type ShownHours,
  toSelectionTimes,
  getStepAt,
  moveSelection,
  selectHour,
} from './drawn-time.ts'
import styles from './time-grid.module.css'

interface DrawingProps {
  date: string
  label: string
  shown: ShownHours
  /** The selected time of this day; null without one. */
  drawn: Selection | null
  onDraw: (drawn: Selection | null) => void
  onChosen: (drawn: Selection) => void
  onDay: (by: number) => void
}

interface Press {
  x: number
  y: number
  touch: boolean
  /** The pointer moved far enough for a drag. */
  dragged: boolean
  drawn: Selection | null
}

const stillPixels = 8

/**
 * Selectable free time below a day's blocks. A mouse drag selects a span; a tap selects an hour with draggable edges; a
 * swipe scrolls. By keyboard, arrows select, Shift with arrows extends, and Enter confirms.
 */
export function Drawing({ date, label, shown, drawn, onDraw, onChosen, onDay }: DrawingProps) {
  const t = useDashboardMessages()
  const field = useRef<HTMLButtonElement>(null)
  const press = useRef<Press | null>(null)
  const stepUnder = (y: number): number => {
    const { top = 0, height = 1 } = field.current?.getBoundingClientRect() ?? {}
    return getStepAt((y - top) / height, shown)
  }
  const draw = (next: Selection) => {
    if (press.current) press.current.drawn = next
    onDraw(next)
  }
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return
    const { clientX: x, clientY: y, pointerId, pointerType } = event
    press.current = { x, y, touch: pointerType !== 'mouse', dragged: false, drawn: null }
    // Safari does not focus a pressed button; Escape needs the focus.
    field.current?.focus({ preventScroll: true })
    if (press.current.touch) return
    field.current?.setPointerCapture(pointerId)
    const step = stepUnder(y)
    draw({ date, anchor: step, reach: step })
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    const { current } = press
    if (!current) return
    if (Math.hypot(clientX - current.x, clientY - current.y) > stillPixels) current.dragged = true
    if (current.dragged && current.drawn) draw({ ...current.drawn, reach: stepUnder(clientY) })
  }
  const up = () => {
    const { current } = press
    press.current = null
    if (current?.touch && !current.dragged) onChosen(selectHour(date, stepUnder(current.y), shown))
    else if (current?.dragged && current.drawn) onChosen(current.drawn)
  }
  const cancel = () => {
    // The touch scrolls: the previous selection stays.
    if (!press.current?.touch) onDraw(null)
    press.current = null
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return cancel()
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const day = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by && !day) return
    event.preventDefault()
    if (by) onDraw(drawn ? moveSelection(drawn, by, event.shiftKey, shown) : createFirstSelection(date, shown))
    else if (day && !event.shiftKey) onDay(day)
  }
  return (
    <>
      <button
        ref={field}
        type="button"
        className={styles.drawing}
        aria-label={t('ownCalendar.draw.label', { date: label })}
        aria-describedby="draw-how"
        data-draw={date}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={cancel}
        onKeyDown={key}
        onClick={({ detail }) => {
          // Only clicks without pointer events: Enter, space or a screen reader.
          if (detail > 0) return
          if (drawn) onChosen(drawn)
          else onDraw(createFirstSelection(date, shown))
        }}
      />
      {drawn && <DrawnBlock drawn={drawn} shown={shown} stepUnder={stepUnder} onDraw={onDraw} onChosen={onChosen} />}
    </>
  )
}

interface DrawnBlockProps extends Pick<DrawingProps, 'shown' | 'onDraw' | 'onChosen'> {
  drawn: Selection
  stepUnder: (y: number) => number
}

function DrawnBlock({ drawn, shown, stepUnder, onDraw, onChosen }: DrawnBlockProps) {
  const t = useDashboardMessages()
  const latest = useRef<Selection | null>(null)
  const { from, to } = getSelectionSpan(drawn)
  const length = shown.until - shown.from
  // Pointer only: the field below handles keys.
  const handle = (edge: 'start' | 'end') => (
    <span
      className={joinClasses(styles.handle, edge === 'start' ? styles.handleStart : styles.handleEnd)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        latest.current = drawn
      }}
      onPointerMove={({ clientY }) => {
        if (!latest.current) return
        latest.current = resizeSelection(latest.current, edge, stepUnder(clientY))
        onDraw(latest.current)
      }}
      onPointerUp={() => {
        const { current } = latest
        latest.current = null
        if (current) onChosen(current)
      }}
      onPointerCancel={() => {
        latest.current = null
      }}
    />
  )
  return (
    <div
      className={styles.drawn}
      style={{ top: `${toPercent(from - shown.from, length)}%`, height: `${toPercent(to - from, length)}%` }}
      aria-hidden="true">
      {handle('start')}
      {t('ownCalendar.span', formatSpanEnds(toSelectionTimes(drawn)))}
      {handle('end')}
    </div>
  )
}
