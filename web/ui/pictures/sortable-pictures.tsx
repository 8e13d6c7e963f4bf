import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import { GripVertical } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import styles from './sortable-pictures.module.css'

const sortMessages = defineMessages({
  'sort.handle': 'Drag {picture}, position {n} of {m}',
  'sort.lifted': 'Picture picked up. Position {n} of {m}.',
  'sort.moved': 'Picture moved to position {n} of {m}.',
  'sort.dropped': 'Picture dropped at position {n}.',
  'sort.putBack': 'Picture put back at position {n}.',
  'sort.keyboard': 'Keyboard: Space picks up a picture, arrow keys move it, Space drops it, Escape puts it back.',
})
export const sortText = createTranslator(sortMessages)

export interface SortablePicture {
  _id: string
  src: string
  alt: string
}

interface SortablePicturesProps<P extends SortablePicture> {
  label: string
  pictures: readonly P[]
  /** Crop of the tiles: 4:5 in an album, 4:3 as on a card. */
  frame: 'tall' | 'wide'
  /** Moves a picture to a position counted from 0. */
  onMove: (id: string, position: number) => void
  /** Renders the buttons and badges of a tile. Moving needs a button too, because not everyone can drag. */
  renderTile: (picture: P, index: number) => ReactNode
  /** List items after the pictures. */
  children?: ReactNode
}

/** Sortable pictures, by pointer or keyboard. */
export function SortablePictures<P extends SortablePicture>({
  label,
  pictures,
  frame,
  onMove,
  renderTile,
  children,
}: SortablePicturesProps<P>) {
  const [lifted, setLifted] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = pictures.map(({ _id }) => _id)
  const m = ids.length
  const place = (id: UniqueIdentifier) => ids.indexOf(String(id)) + 1
  const justLifted = useRef(false)
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      justLifted.current = true
      return sortText('sort.lifted', { n: place(active.id), m })
    },
    // A lifted picture is over its own place at first, which is no move.
    onDragOver: ({ active, over }) => {
      const still = justLifted.current && over?.id === active.id
      justLifted.current = false
      return over && !still ? sortText('sort.moved', { n: place(over.id), m }) : undefined
    },
    onDragEnd: ({ active, over }) => sortText('sort.dropped', { n: place(over?.id ?? active.id) }),
    onDragCancel: ({ active }) => sortText('sort.putBack', { n: place(active.id) }),
  }
  const drop = ({ active, over }: DragEndEvent) => {
    setLifted(null)
    if (over && over.id !== active.id) onMove(String(active.id), place(over.id) - 1)
  }
  const inHand = pictures.find(({ _id }) => _id === lifted)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: sortText('sort.keyboard') } }}
      onDragStart={({ active }) => setLifted(String(active.id))}
      onDragEnd={drop}
      onDragCancel={() => setLifted(null)}>
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul className={joinClasses(styles.pictures, frame === 'wide' && styles.wide)} aria-label={label}>
          {pictures.map((picture, index) => (
            <Tile key={picture._id} picture={picture} n={index + 1} m={m}>
              {renderTile(picture, index)}
            </Tile>
          ))}
          {children}
        </ul>
      </SortableContext>
      <DragOverlay>
        {inHand && (
          <div className={joinClasses(styles.inHand, frame === 'wide' && styles.wide)}>
            <Pan className={styles.frame} src={inHand.src} alt="" />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

function Tile({ picture, n, m, children }: { picture: SortablePicture; n: number; m: number; children: ReactNode }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: picture._id,
  })
  return (
    <li
      ref={setNodeRef}
      className={joinClasses(isDragging && styles.hole)}
      data-picture={picture._id}
      style={{ transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined, transition }}>
      <Pan className={styles.frame} src={picture.src} alt={picture.alt} width={320} height={400} />
      <IconButton
        ref={setActivatorNodeRef}
        disc
        className={styles.handle}
        {...attributes}
        {...listeners}
        label={sortText('sort.handle', { picture: picture.alt, n, m })}>
        <GripVertical className="icon" aria-hidden="true" />
      </IconButton>
      {children}
    </li>
  )
}
