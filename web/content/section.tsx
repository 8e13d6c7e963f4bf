import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { classes } from '#web/ui/class-names.ts'

/** A section of a landing page under its heading, with a way on at the right. */
export function Section({
  title,
  more,
  tight = true,
  sunken,
  children,
}: {
  title: string
  more?: { label: string; to: string }
  tight?: boolean
  sunken?: boolean
  children: ReactNode
}) {
  const id = useId()
  const body = (
    <div className="stack s24">
      <div className="row between wrapx">
        <h2 className="d2" id={id}>
          {title}
        </h2>
        {more && (
          <Link className="link tap" to={more.to}>
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </div>
  )
  if (sunken) {
    return (
      <section aria-labelledby={id} className="sunken-band">
        <div className="wrap sec">{body}</div>
      </section>
    )
  }
  return (
    <section aria-labelledby={id} className={classes('wrap sec', tight && 'tight')}>
      {body}
    </section>
  )
}

/** Heading at the left, questions at the right. */
export function Split({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="wrap sec tight">
      <div className="split">
        <div className="stack s8">
          <h2 className="d2" id={id}>
            {title}
          </h2>
          {note && <p className="small mut">{note}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}
