import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Kind } from '#web/ui/overlays/toasts.ts'
import { joinClasses } from './class-names.ts'
import { useRevealedAnswer } from './reveal.ts'
import styles from './note.module.css'

const looks: Record<Kind, [look: string | undefined, icon: LucideIcon]> = {
  success: [styles.success, CircleCheck],
  error: [styles.failure, CircleAlert],
  warning: ['', TriangleAlert],
  info: [styles.info, Info],
}

interface NoteProps {
  kind: Kind
  className?: string
  /** Whether it may be the response to a press, as errors and confirmations are. */
  answers?: boolean
  children: ReactNode
}

/** An inline message. Errors are announced at once; responses to a press are scrolled into view. */
export function Note({ kind, className, answers = kind === 'error' || kind === 'success', children }: NoteProps) {
  const [look, Icon] = looks[kind]
  const note = useRef<HTMLDivElement>(null)
  useRevealedAnswer(note, answers)
  return (
    <div ref={note} className={joinClasses(styles.note, look, className)} role={kind === 'error' ? 'alert' : undefined}>
      <Icon className="icon" aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
