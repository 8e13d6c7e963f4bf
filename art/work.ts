import type { Skill } from './deck.ts'
import type { Drawing, Kind } from './draw.ts'
import type { Pigment, Skin } from './palette.ts'
import type { Stream } from './seed.ts'

/** What a composer is given: whose picture it is, which skin and ground are due, and a stream of choices of its own. */
export type Work = {
  seed: string
  stream: Stream
  skin: Skin
  pan: Pigment
  signature: readonly Pigment[]
  metal: Pigment
  skills: readonly Skill[]
}
export type Composer = (work: Work) => Drawing
export type Composers<K extends Kind> = Record<K, Composer>
