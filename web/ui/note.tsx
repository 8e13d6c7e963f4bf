import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Kind } from '#web/ui/overlays/toasts.ts'

const looks: Record<Kind, [look: string, icon: LucideIcon]> = {
  success: ['success', CircleCheck],
  error: ['failure', CircleAlert],
  warning: ['', TriangleAlert],
  info: ['info', Info],
}

/** A message that stays in the page; an error is announced at once. */
export function Note({ kind, children }: { kind: Kind; children: ReactNode }) {
  const [look, Icon] = looks[kind]
  return (
    <div className={`note ${look}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon className="i" aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
