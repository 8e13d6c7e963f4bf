import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { announce } from '#web/ui/announce.ts'
import { formatShortDate } from './booked-out-list.tsx'
import type { Block } from './day-blocks.ts'
import type { Drag } from './grid-drag.tsx'
import {
  dayBegins,
  dayEnds,
  extendSelection,
  findOverlap,
  formatSpanEnds,
  getSelectionSpan,
  moveSpan,
  resizeSpan,
  type Selection,
  selectHour,
  slotMinutes,
  type Span,
  stepMinutes,
  toSlot,
  toStepMinutes,
} from './selection.ts'

/** A day, or the lane of one artist of a team on a day. */
export interface GridColumn {
  key: string
  day: CalendarDay
  /** The artist of a lane; null for a whole day. */
  artist: string | null
  blocks: readonly Block[]
}

export interface TimeGridProps {
  columns: readonly GridColumn[]
  today: string
  timeZone: string
  chosen: string
  canAdd: boolean
  onChoose: (day: string) => void
  /** Shows the previous (-1) or next (1) days. */
  onTurn: (by: number) => void
  /** Blocks a time. Returns the message of a refusal, or null. */
  onBookOut: (span: Span) => Promise<string | null>
  onAdd: (span: Span) => void
  /** Moves or resizes a blocked time or private appointment. Returns the message of a refusal, or null. */
  onMove: (block: Block, to: Span) => Promise<string | null>
  onEdit: (block: Block) => void
}

/** A block in the hand, and where it would be dropped. */
export interface Carried {
  block: Block
  span: Span
  by: 'pointer' | 'keyboard' | 'saving'
}
interface Cell {
  column: number
  minute: number
}

/**
 * The cursor, selection and moved block of a time grid, and its pointer and key handlers. A selection stays after a
 * refusal; a block goes back to its place.
 */
export function useTimeGrid({ columns, today, chosen, onTurn, onBookOut, onMove }: TimeGridProps) {
  const t = useDashboardMessages()
  const { countryCode } = useOwn().profile
  const canvas = useRef<HTMLDivElement>(null)
  const origin = useRef<Selection | null>(null)
  // The exact minute of the press, because a drag may start in the middle of a slot.
  const pressed = useRef(0)
  const [cursor, setCursor] = useState<Cell>({ column: 0, minute: 540 })
  const [selection, setSelection] = useState<Selection | null>(null)
  const [settled, setSettled] = useState(false)
  const [carried, setCarried] = useState<Carried | null>(null)
  const [asked, setAsked] = useState<{ block: Block; span: Span } | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const dates = [...new Set(columns.map(({ day }) => day.date))]

  const dayName = (date: string) => formatShortDate(date, countryCode)
  const describe = (span: Span) => [dayName(span.date), t('ownCalendar.span', formatSpanEnds(span))].join(', ')
  const select = (next: Selection | null, done = true) => {
    setSelection(next)
    setSettled(done)
    setAsked(null)
    const inTheWay = next && done ? findOverlap(getSelectionSpan(next), blocksOn(next.date)) : undefined
    setRefused(inTheWay ? t('ownCalendar.draw.taken', { name: inTheWay.title, text: inTheWay.text }) : null)
    if (next && done) announce(describe(getSelectionSpan(next)))
  }
  const requests = columns.find(({ day }) => day.date === selection?.date)?.day.requests ?? 0
  const blocksOn = (date: string) => columns.filter(({ day }) => day.date === date).flatMap(({ blocks }) => blocks)
  const focusCell = (to: Cell) =>
    canvas.current?.querySelector<HTMLElement>(`[data-cell="${to.column}:${to.minute}"]`)?.focus()

  const bookOut = async (confirmed = false) => {
    if (!selection || saving || refused) return
    setConfirming(!confirmed && requests > 0)
    if (!confirmed && requests > 0) return
    setSaving(true)
    const message = await onBookOut(getSelectionSpan(selection))
    setSaving(false)
    if (message) return setRefused(message)
    select(null)
    focusCell(cursor)
  }
  const drop = async ({ block, span, by }: Carried) => {
    const unchanged = block.from === span.from && block.to === span.to && span.date === dateOf(block)
    if (unchanged) return setCarried(null)
    if (block.booking) {
      setCarried(null)
      setAsked({ block, span })
      return announce(t('ownCalendar.ask', { name: block.title, at: describe(span) }))
    }
    const inTheWay = findOverlap(
      span,
      blocksOn(span.date).filter(({ key }) => key !== block.key),
    )
    if (inTheWay) {
      setCarried(null)
      return setRefused(t('ownCalendar.draw.taken', { name: inTheWay.title, text: inTheWay.text }))
    }
    setCarried({ block, span, by: 'saving' })
    const message = await onMove(block, span)
    setCarried(null)
    setRefused(message)
    if (by === 'keyboard') focusCell({ column: dates.indexOf(span.date), minute: toSlot(span.from) })
  }
  const dateOf = (block: Block) =>
    columns.find(({ blocks }) => blocks.some(({ key }) => key === block.key))?.day.date ?? chosen
  const toSpan = (block: Block, date: string): Span => ({ date, from: block.from, to: block.to })
  const lift = (block: Block, by: Carried['by']): Carried => ({ block, span: toSpan(block, dateOf(block)), by })

  const drag = {
    onStart: ({ dragged, at }: Drag) => {
      setRefused(null)
      setAsked(null)
      if (dragged.kind === 'selection') origin.current = selection
      else if (dragged.kind === 'slots') {
        const { cell, minute } = findCell(canvas.current, at, columns.length)
        pressed.current = minute
        const date = columns[cell.column]?.day.date ?? today
        origin.current = date < today ? null : { date, anchor: cell.minute, reach: cell.minute }
        setCursor(cell)
        select(origin.current, false)
      } else setCarried(lift(dragged.block, 'pointer'))
    },
    onMove: ({ dragged, by }: Drag) => {
      const scale = getScale(canvas.current, columns.length)
      const minutes = toStepMinutes(by.y, scale.perMinute)
      if (dragged.kind === 'slots' || dragged.kind === 'selection') {
        const { current } = origin
        const moved = by.y / scale.perMinute
        if (current && dragged.kind === 'slots') select({ ...current, reach: toSlot(pressed.current + moved) }, false)
        else if (current && dragged.kind === 'selection') select(dragEnd(current, dragged.end, moved), false)
        return
      }
      const days = dates.length > 1 ? Math.round(by.x / scale.perColumn) : 0
      const start = toSpan(dragged.block, dateOf(dragged.block))
      setCarried({
        block: dragged.block,
        by: 'pointer',
        span:
          dragged.kind === 'move' ? moveSpan(start, { minutes, days }, dates) : resizeSpan(start, dragged.end, minutes),
      })
    },
    onEnd: ({ dragged }: Drag) => {
      if (dragged.kind === 'slots' || dragged.kind === 'selection') {
        origin.current = null
        return select(selection)
      }
      if (carried) void drop(carried)
    },
    onCancel: () => {
      if (origin.current) select(null)
      origin.current = null
      setCarried(null)
    },
  }

  const moveCursor = (by: { columns?: number; slots?: number }) => {
    const to = {
      column: Math.min(columns.length - 1, Math.max(0, cursor.column + (by.columns ?? 0))),
      minute: Math.min(dayEnds - slotMinutes, Math.max(dayBegins, cursor.minute + (by.slots ?? 0) * slotMinutes)),
    }
    setCursor(to)
    focusCell(to)
    const date = columns[to.column]?.day.date
    if (selection && date && date !== selection.date) select({ ...selection, date })
  }
  const extend = (by: number) => {
    const date = columns[cursor.column]?.day.date ?? today
    if (date < today) return
    const next = extendSelection(selection ?? { date, anchor: cursor.minute, reach: cursor.minute }, by)
    select(next)
    setCursor({ ...cursor, minute: next.reach })
    focusCell({ ...cursor, minute: next.reach })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const slotsBy = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const columnsBy = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (slotsBy) {
      if (selection || event.shiftKey) extend(slotsBy)
      else moveCursor({ slots: slotsBy })
    } else if (columnsBy) moveCursor({ columns: columnsBy })
    else if (event.key === 'Home') moveCursor({ columns: -columns.length })
    else if (event.key === 'End') moveCursor({ columns: columns.length })
    else if (event.key === 'PageDown' || event.key === 'PageUp') {
      select(null)
      onTurn(event.key === 'PageDown' ? 1 : -1)
    } else if (event.key === 'Escape') select(null)
    else if (event.key === 'Enter' || event.key === ' ') {
      if (selection) void bookOut()
      else startAt(cursor)
    } else return
    event.preventDefault()
  }
  const startAt = ({ column, minute }: Cell) => {
    const date = columns[column]?.day.date ?? today
    if (date < today) return announce(t('ownCalendar.past'))
    select({ date, anchor: minute, reach: minute })
  }
  const onClick = (event: MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-cell]')?.dataset['cell']
    if (!cell) return
    const [column = 0, minute = 0] = cell.split(':').map(Number)
    const date = columns[column]?.day.date ?? today
    setCursor({ column, minute })
    if (date >= today) select(selectHour(date, minute))
  }
  const close = () => {
    select(null)
    focusCell(cursor)
  }
  const keys = {
    lift: (block: Block) => {
      setRefused(null)
      setAsked(null)
      setCarried(lift(block, 'keyboard'))
      announce(t('ownCalendar.move.lifted', { name: block.title }))
    },
    carry: (by: { steps: number; days: number }, resize: boolean) => {
      if (!carried) return
      const minutes = by.steps * stepMinutes
      const to = resize
        ? resizeSpan(carried.span, 'end', minutes)
        : moveSpan(carried.span, { minutes, days: by.days }, dates)
      setCarried({ ...carried, span: to })
      announce(describe(to))
    },
    drop: () => carried && void drop(carried),
    cancel: () => {
      if (carried?.by !== 'keyboard') return
      setCarried(null)
      announce(t('ownCalendar.move.back'))
    },
  }
  return {
    canvas,
    cursor,
    setCursor,
    dates,
    dayName,
    span: selection && getSelectionSpan(selection),
    carried,
    drag,
    keys,
    onKeyDown,
    onClick,
    bar: {
      shown: asked !== null || refused !== null || (selection !== null && settled),
      text: asked
        ? t('ownCalendar.ask', { name: asked.block.title, at: describe(asked.span) })
        : selection && describe(getSelectionSpan(selection)),
      refused,
      asked,
      requests,
      saving,
      confirming,
      hasSelection: selection !== null && !asked,
      onBookOut: () => void bookOut(),
      onConfirm: () => void bookOut(true),
      onBack: () => setConfirming(false),
      onClose: close,
    },
  }
}

/** Scale of the grid in pixels. */
function getScale(canvas: HTMLElement | null, columns: number): { perMinute: number; perColumn: number } {
  const { height = 1, width = 1 } = canvas?.querySelector('[data-layer]')?.getBoundingClientRect() ?? {}
  return { perMinute: height / (dayEnds - dayBegins), perColumn: width / columns }
}

function findCell(
  canvas: HTMLElement | null,
  at: { x: number; y: number },
  columns: number,
): { cell: Cell; minute: number } {
  const { left = 0, top = 0 } = canvas?.querySelector('[data-layer]')?.getBoundingClientRect() ?? {}
  const { perMinute, perColumn } = getScale(canvas, columns)
  const minute = dayBegins + (at.y - top) / perMinute
  const column = Math.min(columns - 1, Math.max(0, Math.floor((at.x - left) / perColumn)))
  return { cell: { column, minute: toSlot(minute) }, minute }
}

/** Moves an end of a selection by minutes. At least one slot stays selected. */
function dragEnd(start: Selection, end: 'start' | 'end', minutes: number): Selection {
  const { date, from, to } = getSelectionSpan(start)
  const last = to - slotMinutes
  const by = Math.round(minutes / slotMinutes) * slotMinutes
  return end === 'start'
    ? { date, anchor: last, reach: Math.min(last, toSlot(from + by)) }
    : { date, anchor: from, reach: Math.max(from, toSlot(last + by)) }
}
