import { useDraggable } from '@dnd-kit/core'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '#web/ui/class-names.ts'
import type { Block } from './day-blocks.ts'
import styles from './time-grid.module.css'

/** What the artist has entered: a link to its client that can be dragged to another time, by pointer or by keys. */
export function OwnBlock({ block, style, children }: { block: Block; style: CSSProperties; children: ReactNode }) {
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({
    id: block.own?.id ?? block.key,
    // On a phone a day is a list, with nothing to measure a move by.
    disabled: typeof matchMedia === 'function' && matchMedia('(max-width: 767px)').matches,
    // It stays the link that it is.
    attributes: { role: 'link' },
  })
  return (
    <Link
      ref={setNodeRef}
      to={block.link ?? ''}
      className={classes(styles.timeBlock, styles.movable, isDragging && styles.lifted)}
      data-look={block.look}
      style={style}
      draggable={false}
      {...attributes}
      {...listeners}>
      {children}
    </Link>
  )
}
