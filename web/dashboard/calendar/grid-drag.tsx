import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  type DragStartEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { ReactNode } from 'react'
import type { Block } from './day-blocks.ts'

/** The dragged thing: free time, a block, or an end of a block or of the selection. */
type Dragged =
  | { kind: 'slots' }
  | { kind: 'move'; block: Block }
  | { kind: 'resize'; block: Block; end: 'start' | 'end' }
  | { kind: 'selection'; end: 'start' | 'end' }

/** Distance of a drag in pixels, including what was scrolled meanwhile, and the position of the press. */
export interface Drag {
  dragged: Dragged
  by: { x: number; y: number }
  at: { x: number; y: number }
}

interface GridDragProps {
  onStart: (drag: Drag) => void
  onMove: (drag: Drag) => void
  onEnd: (drag: Drag) => void
  onCancel: () => void
  children: ReactNode
}

// The time grid announces moves itself, with their times.
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}

// The click that ends a drag must not open the link under it.
const preventDefault = (event: Event) => event.preventDefault()
const allowClicks = () => setTimeout(() => removeEventListener('click', preventDefault, { capture: true }), 50)

/** Drags by mouse, or by touch after a long press; a touch that moves at once scrolls. Keys are handled by the grid. */
export function GridDrag({ onStart, onMove, onEnd, onCancel, children }: GridDragProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 300, tolerance: 8 } }),
  )
  return (
    <DndContext
      sensors={sensors}
      autoScroll={{ threshold: { x: 0, y: 0.12 } }}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' }, restoreFocus: false }}
      onDragStart={(event) => {
        addEventListener('click', preventDefault, { capture: true })
        onStart(toDrag(event, { x: 0, y: 0 }))
      }}
      onDragMove={(event) => onMove(toDrag(event, event.delta))}
      onDragEnd={(event) => {
        allowClicks()
        onEnd(toDrag(event, event.delta))
      }}
      onDragCancel={() => {
        allowClicks()
        onCancel()
      }}>
      {children}
    </DndContext>
  )
}

function toDrag(
  { active, activatorEvent }: DragStartEvent | DragMoveEvent | DragEndEvent,
  by: { x: number; y: number },
): Drag {
  const press = 'touches' in activatorEvent ? (activatorEvent as TouchEvent).touches[0] : (activatorEvent as MouseEvent)
  return {
    dragged: active.data.current as Dragged,
    by,
    at: { x: press?.clientX ?? 0, y: press?.clientY ?? 0 },
  }
}
