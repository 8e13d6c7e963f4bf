import { type ReactNode, useId } from 'react'
import { classes } from './class-names.ts'
import './styles/dashboards.css'

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
    <main id="main" tabIndex={-1} className={classes('main', className)} aria-label={label}>
      <div className="row between wrapx room-head">
        <div className="stack s4 min0">
          <h1 className="d1">{title}</h1>
          {text && <p className="mut">{text}</p>}
        </div>
        {acts && <div className="row g8 wrapx">{acts}</div>}
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
    <section className={classes('cardx p24 stack', className)} aria-labelledby={id}>
      <div className="row between wrapx">
        <h2 className="d3" id={id}>
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}
