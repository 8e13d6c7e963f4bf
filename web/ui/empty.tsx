import type { ReactNode } from 'react'

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
    <div className="empty">
      {picture}
      <p className="title">{title}</p>
      {children && <p className="mut">{children}</p>}
      {action}
    </div>
  )
}
