import type { Skill } from './deck.ts'
import type { Drawing, Kind } from './draw.ts'
import type { Pigment, Skin } from './palette.ts'
import type { Stream } from './seed.ts'

/** Input of a composer: seed and record, skin and background, and its own random stream. */
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
