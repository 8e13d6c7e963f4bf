import type { ReactNode } from 'react'

/** A part as the styleguide lists it: the file in `web/ui` without its ending, and every state that it can be in. */
export interface Part {
  file: string
  /** Each state by what is said of it; a function where a state is kept. */
  states: Readonly<Record<string, () => ReactNode>>
  /** Wide parts get a line of their own for each theme. */
  wide?: true
}
