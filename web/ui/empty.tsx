import type { ReactNode } from 'react'
import { type Drawing, LineDrawing } from '#web/ui/pictures/line-drawing.tsx'
import styles from './empty.module.css'

export function Empty({
  picture,
  drawing = 'palette',
  title,
  children,
  action,
}: {
  picture?: ReactNode
  drawing?: Drawing
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      {picture ?? <LineDrawing of={drawing} />}
      <p className="title">{title}</p>
      {children && <p className="muted">{children}</p>}
      {action}
    </div>
  )
}
