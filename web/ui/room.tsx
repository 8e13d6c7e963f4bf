import { type ReactNode, useId } from 'react'
import { classes } from './class-names.ts'
import styles from './room.module.css'

type RoomProps = {
  title: ReactNode
  text?: ReactNode
  acts?: ReactNode
  children: ReactNode
  className?: string
  /** Tells the room from a page that it shows inside. */
  label?: string
}

/** The frame of a room: its heading, what stands beside it, its content. */
export function Room({ title, text, acts, children, className, label }: RoomProps) {
  return (
    <main id="main" tabIndex={-1} className={classes(styles.main, className)} aria-label={label}>
      <div className={classes('row space-between wrapping', styles.roomHead)}>
        <div className="stack gap-4 can-shrink">
          <h1 className="heading-1">{title}</h1>
          {text && <p className="muted">{text}</p>}
        </div>
        {acts && <div className="row gap-8 wrapping">{acts}</div>}
      </div>
      {children}
    </main>
  )
}

/** A card of a room with its heading. */
export function RoomCard({
  title,
  beside,
  children,
  className,
}: {
  title: string
  beside?: ReactNode
  children: ReactNode
  className?: string
}) {
  const id = useId()
  return (
    <section className={classes('card pad-24 stack', className)} aria-labelledby={id}>
      <div className="row space-between wrapping">
        <h2 className="heading-3" id={id}>
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}
