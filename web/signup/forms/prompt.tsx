import { Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'
import { money } from '#contract/format.ts'
import noteStyles from '#web/ui/note.module.css'

/** A hint to think about while somebody fills in a form; nothing is wrong. */
export const Prompt = ({ children }: { children: ReactNode }) => (
  <p className={noteStyles.note}>
    <Lightbulb className="icon" aria-hidden="true" />
    <span>{children}</span>
  </p>
)

/** The sign that stands before an amount: £ or $. */
export const symbolOf = (currency: string): string => money(0, currency).replace('0', '')
