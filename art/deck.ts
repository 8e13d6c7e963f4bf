import type { Kind } from './draw.ts'
import type { Skin } from './palette.ts'
import type { Stream } from './seed.ts'

export const skills = [
  'makeup',
  'bridal',
  'editorial',
  'mature-skin',
  'deep-skin',
  'lashes-brows',
  'styling',
  'textured-hair',
  'braids',
  'locs',
  'nails',
  'mehndi',
  'hijab-friendly',
  'barbering',
] as const
export type Skill = (typeof skills)[number]

const kindsOf: Record<Skill, readonly Kind[]> = {
  makeup: ['face', 'eye', 'lips', 'eye', 'face', 'swatches', 'powder', 'flatLay', 'stroke', 'lips'],
  bridal: ['face', 'updo', 'bouquet', 'braidCrown', 'drape', 'eye', 'lips', 'flatLay'],
  editorial: ['eye', 'face', 'stroke', 'lips', 'swatches', 'eye', 'powder'],
  'mature-skin': ['face', 'eye', 'lips', 'swatches', 'waves'],
  'deep-skin': ['face', 'eye', 'lips', 'swatches', 'face'],
  'lashes-brows': ['eye', 'eye', 'face', 'eye', 'flatLay'],
  styling: ['updo', 'waves', 'straight', 'braidCrown', 'face', 'flatLay', 'updo'],
  'textured-hair': ['coils', 'updo', 'face', 'coils', 'braids', 'face', 'locs'],
  braids: ['braids', 'face', 'braids', 'updo', 'braidCrown', 'face'],
  locs: ['locs', 'face', 'locs', 'updo', 'braids'],
  nails: ['nails', 'nails', 'nails', 'flatLay', 'nails', 'stroke', 'nails'],
  mehndi: ['mehndiHand', 'mehndiHand', 'drape', 'face', 'mehndiHand', 'bouquet'],
  'hijab-friendly': ['face', 'drape', 'eye', 'face', 'lips'],
  barbering: ['face', 'flatLay', 'straight', 'face', 'coils'],
}

/** All ten shades in turn; artists known for deep skin show it in every second picture. */
export function skinAt(place: number, i: number, known: readonly Skill[]): Skin {
  if (known.includes('deep-skin') && i % 2) return (1 + ((place + i) % 4)) as Skin
  return (1 + ((place * 3 + Math.floor(place / 5) + i * 7) % 10)) as Skin
}

export function deckOf(known: readonly Skill[], stream: Stream): Kind[] {
  return stream.shuffle(known.flatMap((skill) => [...kindsOf[skill]]))
}
