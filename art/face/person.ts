import type { Skill } from '#art/deck.ts'
import type { FaceOptions } from './face.ts'
import { type HairStyle, isCloth } from '#art/hair/hairstyles.ts'
import {
  type Colour,
  type HairTone,
  lightnessOf,
  type Pigment,
  pansFor,
  pigments,
  shades,
  type Skin,
  skinOf,
} from '#art/palette.ts'
import type { Stream } from '#art/seed.ts'

export const pans: readonly Pigment[] = ['marigold', 'sky', 'fig', 'pistachio', 'petrol', 'bone', 'lilac']
export const lipColours: readonly Pigment[] = [
  'lacquer',
  'rosewood',
  'brick',
  'plum',
  'coral',
  'berry',
  'terracotta',
  'cocoa',
  'fig',
  'bronze',
]

const textured: readonly HairStyle[] = [
  'afro',
  'puff',
  'two-puffs',
  'curls',
  'coily-crop',
  'braids',
  'braids-up',
  'cornrows',
  'locs',
  'short-locs',
  'headwrap',
  'shaved',
]
const smooth: readonly HairStyle[] = [
  'bob',
  'fringe',
  'long',
  'waves',
  'side-part',
  'low-bun',
  'top-bun',
  'pony',
  'crown',
  'pixie',
  'curls',
]
const masculine: readonly HairStyle[] = [
  'fade',
  'quiff',
  'bald',
  'shaved',
  'short-locs',
  'coily-crop',
  'turban',
  'pixie',
]
const scarves: readonly Pigment[] = [
  'petrol',
  'lilac',
  'jade',
  'fig',
  'sand',
  'terracotta',
  'cobalt',
  'bone',
  'moss',
  'marigold',
]

export function toneFor(skin: Skin, style: HairStyle, stream: Stream): HairTone {
  const deep: HairTone[] = ['black', 'black', 'espresso', 'espresso', 'brown', 'burgundy', 'copper', 'honey']
  const middle: HairTone[] = ['black', 'black', 'espresso', 'brown', 'chestnut', 'auburn', 'honey']
  const fair: HairTone[] = ['black', 'espresso', 'brown', 'chestnut', 'auburn', 'copper', 'honey', 'blonde', 'blonde']
  const tone = stream.pick(skin < 5 ? deep : skin < 8 ? middle : fair)
  return masculine.includes(style) && (tone === 'burgundy' || tone === 'honey') ? 'black' : tone
}

const standsOut = (colour: string, others: readonly string[]) =>
  others.every((other) => Math.abs(lightnessOf(colour) - lightnessOf(other)) >= 0.12)

export const scarfFor = (ground: Pigment, skin: Skin, stream: Stream) =>
  stream.pick(scarves.filter((s) => standsOut(pigments[s], [pigments[ground], skinOf(skin)])))

/** Pupils in the mirror wear styles that stay light to draw. */
export const pupils: readonly HairStyle[] = [
  'hijab',
  'hijab-wrap',
  'headwrap',
  'shaved',
  'low-bun',
  'top-bun',
  'crown',
  'pixie',
]

type Person = Pick<
  FaceOptions,
  | 'skin'
  | 'style'
  | 'hair'
  | 'build'
  | 'nose'
  | 'lips'
  | 'brow'
  | 'lidShape'
  | 'beard'
  | 'mature'
  | 'freckles'
  | 'vitiligo'
  | 'glasses'
  | 'hearingAid'
  | 'bindi'
>

/** Returns a believable person with this skin for this kind of work. */
export function personOf(
  skin: Skin,
  stream: Stream,
  known: readonly Skill[],
  man: boolean,
  ground: Pigment,
  chosen?: HairStyle,
): Person {
  const wanted: HairStyle[] =
    known.includes('hijab-friendly') && stream.chance(0.45)
      ? ['hijab', 'hijab-wrap']
      : known.includes('braids') && stream.chance(0.6)
        ? ['braids', 'braids-up', 'cornrows']
        : known.includes('locs') && stream.chance(0.6)
          ? ['locs', 'short-locs']
          : []
  const curly =
    skin < 4 ||
    (skin < 7 && stream.chance(0.55)) ||
    (skin >= 7 && stream.chance(0.1)) ||
    known.includes('textured-hair')
  const style =
    chosen ??
    (man
      ? stream.pick(
          masculine
            .filter((s) => s !== 'turban' || (skin > 3 && skin < 9))
            .filter((s) => skin < 7 || !['coily-crop', 'short-locs'].includes(s)),
        )
      : wanted.length
        ? stream.pick(wanted)
        : stream.chance(0.07)
          ? stream.pick<HairStyle>(['hijab', 'hijab-wrap'])
          : stream.pick(curly ? (skin > 7 ? (['curls', 'afro', 'waves'] as const) : textured) : smooth))
  const mature = stream.chance(known.includes('mature-skin') ? 0.55 : 0.08)
  return {
    skin,
    style,
    mature,
    hair: isCloth(style)
      ? scarfFor(ground, skin, stream)
      : mature
        ? stream.pick<HairTone>(['silver', 'white', 'silver', 'espresso'])
        : toneFor(skin, style, stream),
    build: stream.pick(
      man ? (['square', 'long', 'oval'] as const) : (['oval', 'round', 'heart', 'square', 'long'] as const),
    ),
    nose: stream.pick(
      skin < 5 ? (['broad', 'broad', 'medium'] as const) : (['narrow', 'medium', 'medium', 'broad'] as const),
    ),
    lips: stream.pick(skin < 6 ? (['full', 'full', 'medium'] as const) : (['medium', 'full', 'fine'] as const)),
    brow: stream.pick(man ? (['full'] as const) : (['soft', 'full', 'arched'] as const)),
    lidShape: stream.pick(
      skin > 5 && skin < 10
        ? (['crease', 'mono', 'mono', 'hooded'] as const)
        : (['crease', 'crease', 'hooded'] as const),
    ),
    beard: man ? (style === 'turban' ? 'full' : stream.pick(['short', 'full', 'stubble', 'none'] as const)) : 'none',
    freckles: stream.chance(skin > 7 ? 0.35 : 0.14),
    vitiligo: stream.chance(0.05),
    glasses: stream.chance(0.16) ? stream.pick(['round', 'cat'] as const) : 'none',
    hearingAid: stream.chance(0.04),
    bindi: !man && skin > 3 && skin < 8 && !isCloth(style) && stream.chance(0.12),
  }
}

export function clothes(stream: Stream, pan: Pigment): Pick<FaceOptions, 'top' | 'neckline' | 'earrings' | 'necklace'> {
  const tops: Pigment[] = [
    'petrol',
    'fig',
    'bone',
    'lacquer',
    'moss',
    'marigold',
    'jade',
    'terracotta',
    'lilac',
    'ink',
    'cobalt',
    'sand',
  ]
  return {
    top: stream.pick(tops.filter((t) => t !== pan)),
    neckline: stream.pick(['boat', 'vee', 'crew', 'straps', 'blazer', 'collar'] as const),
    earrings: stream.pick(['hoops', 'studs', 'drops', 'jhumka', 'none'] as const),
    necklace: stream.chance(0.35),
  }
}

/** Returns the background of this turn if skin and hair stand out on it, otherwise the next that fits. */
export function groundFor(skin: Skin, pan: Pigment): Pigment {
  const fits = pansFor(skin)
  for (let i = 0; i < pans.length; i++) {
    const next = pans[(pans.indexOf(pan) + i) % pans.length] as Pigment
    if (fits.includes(next)) return next
  }
  return 'bone'
}

export const bare = (skin: Skin): Colour => shades[skin - 1] as Colour
export const natural = (skin: Skin): Colour => (skin < 4 ? '#7a4038' : skin < 7 ? '#9c5a4a' : '#bf7d6d')
