import type { ReactNode } from 'react'
import { getSiteDrawingUrl } from '#contract/pictures/drawn.ts'

/** A part as the styleguide lists it: the file in `web/ui` without its ending, and every state that it can be in. */
export interface Part {
  file: string
  /** Each state by what is said of it; a function where a state is kept. */
  states: Readonly<Record<string, () => ReactNode>>
  /** Wide parts get a line of their own for each theme. */
  wide?: true
}

/** Drawings of the site that the parts show. */
export const pictures: readonly { src: string; alt: string }[] = [
  ['happy-4', 'Bare lid with a little shimmer, closed eye'],
  ['happy-3', 'Soft waves on pistachio'],
  ['lesson-1', 'A mirror and brushes laid out for a lesson'],
  ['lesson-2', 'An open palette beside a hand mirror'],
  ['lesson-4', 'Coils and a wide comb'],
  ['lesson-5', 'Pins, combs and a finished updo'],
].map(([name = '', alt = '']) => ({ src: getSiteDrawingUrl(name), alt }))

/** The drawing at that place. */
export const getPicture = (index: number) => pictures[index % pictures.length] ?? { src: '', alt: '' }
