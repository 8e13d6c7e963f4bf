import type { ReactNode } from 'react'
import { getSiteDrawingUrl } from '#contract/pictures/drawn.ts'

/** A component in the style guide: its file in `web/ui` without extension, and all its states. */
export interface Part {
  file: string
  /** States by description; a function, because some use hooks. */
  states: Readonly<Record<string, () => ReactNode>>
  wide?: true
}

export const pictures: readonly { src: string; alt: string }[] = [
  ['happy-4', 'Bare lid with a little shimmer, closed eye'],
  ['happy-3', 'Soft waves on pistachio'],
  ['lesson-1', 'A mirror and brushes laid out for a lesson'],
  ['lesson-2', 'An open palette beside a hand mirror'],
  ['lesson-4', 'Coils and a wide comb'],
  ['lesson-5', 'Pins, combs and a finished updo'],
].map(([name = '', alt = '']) => ({ src: getSiteDrawingUrl(name), alt }))

export const getPicture = (index: number) => pictures[index % pictures.length] ?? { src: '', alt: '' }
