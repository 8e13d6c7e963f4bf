import { Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'

/** A hint to think about while somebody fills in a form; nothing is wrong. */
export const Prompt = ({ children }: { children: ReactNode }) => (
  <p className="note">
    <Lightbulb className="i" aria-hidden="true" />
    <span>{children}</span>
  </p>
)
