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
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { OwnAppointment } from '#contract/bookings/own-clients.ts'
import { nightClock } from '#contract/format.ts'
import { useDashboardWords, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { shortDate } from './booked-out-list.tsx'
import { movedTo, type Scale, stepMinutes } from './moved-to.ts'
import styles from './time-grid.module.css'

interface MovingProps {
  /** The grid, whose columns and lines say how far a day and a minute are. */
  grid: RefObject<HTMLElement | null>
  minutes: number
  days: readonly string[]
  own: readonly OwnAppointment[]
  onMove: (one: OwnAppointment, to: { eventDate: string; startTime: string }) => void
  children: ReactNode
}

/** Makes own appointments draggable over the days: by mouse, by a held touch, or by the space bar and arrows. Shows and announces where one would land. */
export function Moving({ grid, minutes, days, own, onMove, children }: MovingProps) {
  const t = useDashboardWords()
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
    // A touch that moves at once scrolls the page.
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
    return one && { one, to: movedTo(one, delta, scale(), days) }
  }
  const said = (event: Pick<DragMoveEvent, 'active' | 'delta'>): string => {
    const moved = of(event)
    return moved ? `${shortDate(moved.to.eventDate, countryCode)}, ${nightClock(moved.to.startTime)}` : ''
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('pcal.move.lifted', { name: own.find(({ id }) => id === active.id)?.name ?? '' }),
    onDragMove: () => last.current,
    onDragOver: () => undefined,
    onDragEnd: () => t('pcal.move.dropped', { at: last.current }),
    onDragCancel: () => t('pcal.move.back'),
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
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('pcal.move.keyboard') } }}
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
          <div className={styles.inHand}>
            <b className="bold">{landing.name}</b>
            <span>{landing.at}</span>
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}
