import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Kind } from '#web/ui/overlays/toasts.ts'
import { classes } from './class-names.ts'
import styles from './note.module.css'

const looks: Record<Kind, [look: string | undefined, icon: LucideIcon]> = {
  success: [styles.success, CircleCheck],
  error: [styles.failure, CircleAlert],
  warning: ['', TriangleAlert],
  info: [styles.info, Info],
}

/** A message that stays in the page; an error is announced at once. */
export function Note({ kind, className, children }: { kind: Kind; className?: string; children: ReactNode }) {
  const [look, Icon] = looks[kind]
  return (
    <div className={classes(styles.note, look, className)} role={kind === 'error' ? 'alert' : undefined}>
      <Icon className="icon" aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
