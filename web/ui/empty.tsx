import type { ReactNode } from 'react'
import styles from './empty.module.css'

/** Nothing here: a drawing, one sentence, one action. */
export function Empty({
  picture,
  title,
  children,
  action,
}: {
  picture?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      {picture}
      <p className="title">{title}</p>
      {children && <p className="muted">{children}</p>}
      {action}
    </div>
  )
}
