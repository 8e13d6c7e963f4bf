import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { percent } from '#contract/format.ts'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { coveredBy, type Drawn, firstDrawn, saidEnds, type Shown, spanOfDrawn, stepAt, stepped } from './drawn-time.ts'
import styles from './time-grid.module.css'

interface DrawingProps {
  date: string
  label: string
  shown: Shown
  /** What is being chosen on this day. */
  drawn: Drawn | null
  onDraw: (drawn: Drawn | null) => void
  /** What was chosen is to be booked out. */
  onChosen: (drawn: Drawn) => void
  /** Goes on to the day so many columns away. */
  onDay: (by: number) => void
}

interface Press {
  x: number
  y: number
  timer?: ReturnType<typeof setTimeout>
  /** It goes on to draw by a move, or was held long enough to mean it. */
  meant: boolean
  /** What it draws; a finger draws nothing until it was held. */
  drawn: Drawn | null
}

const longPressMs = 450
const stillPixels = 8

/** The empty time of a day, under what stands on it: a span is drawn over it by pointer, by a long press, or by arrows with shift, and Return books it out. */
export function Drawing({ date, label, shown, drawn, onDraw, onChosen, onDay }: DrawingProps) {
  const t = useDashboardWords()
  const field = useRef<HTMLButtonElement>(null)
  const press = useRef<Press | null>(null)
  const letGo = () => {
    clearTimeout(press.current?.timer)
    press.current = null
  }
  useEffect(() => {
    const element = field.current
    // A finger that draws must not scroll; only a listener that is not passive can say so.
    const still = (event: TouchEvent) => press.current?.drawn && event.preventDefault()
    element?.addEventListener('touchmove', still, { passive: false })
    return () => {
      element?.removeEventListener('touchmove', still)
      clearTimeout(press.current?.timer)
    }
  }, [])
  const stepUnder = (y: number): number => {
    const { top = 0, height = 1 } = field.current?.getBoundingClientRect() ?? {}
    return stepAt((y - top) / height, shown)
  }
  const draw = (next: Drawn) => {
    if (press.current) press.current.drawn = next
    onDraw(next)
  }
  const begin = (y: number) => {
    const step = stepUnder(y)
    draw({ date, anchor: step, reach: step })
  }
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return
    const { clientX: x, clientY: y, pointerId, pointerType } = event
    press.current = { x, y, meant: false, drawn: null }
    // Not every browser gives a button the focus; Escape has to be heard.
    field.current?.focus({ preventScroll: true })
    if (pointerType === 'touch')
      press.current.timer = setTimeout(() => {
        if (press.current) press.current.meant = true
        begin(y)
      }, longPressMs)
    else {
      field.current?.setPointerCapture(pointerId)
      begin(y)
    }
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    const { current } = press
    if (!current) return
    const far = Math.hypot(clientX - current.x, clientY - current.y) > stillPixels
    // A finger that goes on before it was held scrolls.
    if (!current.drawn) return far ? letGo() : undefined
    if (far) current.meant = true
    if (current.meant) draw({ ...current.drawn, reach: stepUnder(clientY) })
  }
  const up = () => {
    const { current } = press
    letGo()
    if (current?.meant && current.drawn) onChosen(current.drawn)
  }
  const cancel = () => {
    letGo()
    onDraw(null)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return cancel()
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const day = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by && !day) return
    event.preventDefault()
    if (by) onDraw(drawn ? stepped(drawn, by, event.shiftKey, shown) : firstDrawn(date, shown))
    else if (day && !event.shiftKey) onDay(day)
  }
  return (
    <>
      <button
        ref={field}
        type="button"
        className={styles.drawing}
        aria-label={t('pcal.draw.label', { date: label })}
        aria-describedby="draw-how"
        data-draw={date}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={cancel}
        onContextMenu={(event) => press.current && event.preventDefault()}
        onKeyDown={key}
        onClick={({ detail }) => {
          // One that no pointer made: Return, the space bar, or a reader of the screen.
          if (detail > 0) return
          if (drawn) onChosen(drawn)
          else onDraw(firstDrawn(date, shown))
        }}
      />
      {drawn && <DrawnBlock drawn={drawn} shown={shown} />}
    </>
  )
}

function DrawnBlock({ drawn, shown }: { drawn: Drawn; shown: Shown }) {
  const t = useDashboardWords()
  const { from, to } = coveredBy(drawn)
  const length = shown.until - shown.from
  return (
    <div
      className={styles.drawn}
      style={{ top: `${percent(from - shown.from, length)}%`, height: `${percent(to - from, length)}%` }}
      aria-hidden="true">
      {t('pcal.span', saidEnds(spanOfDrawn(drawn)))}
    </div>
  )
}
