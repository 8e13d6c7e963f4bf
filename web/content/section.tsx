import { type ReactNode, useId } from 'react'
import { SiteLink } from '#web/ui/site-link.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './section.module.css'

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
    <div className="stack gap-24">
      <div className="row space-between wrapping">
        <h2 className="heading-2" id={id}>
          {title}
        </h2>
        {more && (
          <SiteLink className="link tap-target" to={more.to}>
            {more.label}
          </SiteLink>
        )}
      </div>
      {children}
    </div>
  )
  if (sunken) {
    return (
      <section aria-labelledby={id} className={styles.sunkenBand}>
        <div className="page-width section">{body}</div>
      </section>
    )
  }
  return (
    <section aria-labelledby={id} className={joinClasses('page-width section', tight && 'tight')}>
      {body}
    </section>
  )
}

export function Split({
  title,
  note,
  action,
  children,
}: {
  title: string
  note?: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="page-width section tight">
      <div className="split">
        <div className="stack gap-8">
          <h2 className="heading-2" id={id}>
            {title}
          </h2>
          {note && <p className="small muted">{note}</p>}
          {action && <div className={styles.action}>{action}</div>}
        </div>
        {children}
      </div>
    </section>
  )
}
