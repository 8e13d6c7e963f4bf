import type { HairTone, Pigment, Skin } from '#art/palette.ts'
import { groundFor, toneFor } from '#art/face/person.ts'
import { updoStyles } from './updo.ts'
import type { Composers } from '#art/work.ts'

export const hairComposers: Composers<'updo' | 'braidCrown' | 'coils' | 'braids' | 'locs' | 'waves' | 'straight'> = {
  updo: ({ seed, stream, skin, pan, signature, metal, skills: known }) => {
    const curly = skin < 4 || known.includes('textured-hair') || known.includes('braids') || known.includes('locs')
    const style = known.includes('locs')
      ? 'locs-up'
      : known.includes('braids') && stream.chance(0.5)
        ? 'cornrow-bun'
        : stream.pick(
            updoStyles.filter((s) =>
              curly ? !['twist', 'pony', 'fishtail'].includes(s) : !['puff', 'cornrow-bun', 'locs-up'].includes(s),
            ),
          )
    return {
      kind: 'updo',
      options: {
        seed,
        skin,
        style,
        hair: toneFor(skin, 'bob', stream),
        background: groundFor(skin, pan),
        top: stream.pick<Pigment>(
          known.includes('bridal')
            ? ['bone', 'bone', 'champagne', 'sand']
            : ['marigold', 'fig', 'bone', 'lacquer', 'jade', 'petrol'],
        ),
        back: stream.pick(['vee', 'straps', 'lace', 'high', 'bare']),
        adorn: stream.pick(
          known.includes('bridal')
            ? (['pearls', 'flowers', 'comb', 'veil'] as const)
            : (['none', 'pearls', 'comb', 'ribbon', 'flowers'] as const),
        ),
        earrings: stream.chance(0.7),
        metal,
        flower: stream.pick<Pigment>(['bone', 'coral', 'marigold', 'lilac', signature[1] as Pigment]),
      },
    }
  },
  braidCrown: ({ seed, stream, skin, pan }) => ({
    kind: 'braidCrown',
    options: {
      seed,
      skin,
      hair: toneFor(skin, 'bob', stream),
      background: groundFor(skin, pan),
      kind: stream.pick(skin < 4 ? (['halo', 'double'] as const) : (['halo', 'waterfall', 'double'] as const)),
      flower: stream.pick<Pigment>(['bone', 'marigold', 'coral', 'lilac', 'sky']),
      adorn: stream.pick(['flowers', 'pearls', 'gypsophila', 'none', 'flowers']),
      top: stream.pick<Pigment>(['bone', 'fig', 'moss', 'terracotta', 'petrol']),
    },
  }),
  coils: ({ seed, stream }) => ({
    kind: 'coils',
    options: {
      seed,
      hair: stream.pick<HairTone>(['black', 'espresso', 'brown', 'auburn', 'copper', 'honey', 'burgundy', 'chestnut']),
      curl: stream.pick(['curl', 'coil', 'kink', 'coil']),
      size: stream.pick([1, 1.15, 1.3]),
      light: stream.pick(['left', 'right']),
    },
  }),
  braids: ({ seed, stream, skin, signature }) => ({
    kind: 'braids',
    options: {
      seed,
      skin: Math.min(skin, 8) as Skin,
      hair: stream.pick<HairTone>(['black', 'black', 'espresso', 'brown', 'burgundy', 'honey', 'copper']),
      pattern: stream.pick(['box', 'cornrow', 'single', 'twists', 'box']),
      adorn: stream.pick(['cuffs', 'beads', 'thread', 'none', 'cuffs']),
      accent: stream.pick<Pigment>(['gold', 'gold', 'lacquer', 'marigold', 'bone', signature[0] as Pigment]),
      left: stream.chance(0.5),
    },
  }),
  locs: ({ seed, stream, pan }) => ({
    kind: 'locs',
    options: {
      seed,
      hair: stream.pick<HairTone>(['black', 'espresso', 'brown', 'honey', 'copper', 'auburn', 'silver', 'burgundy']),
      background: pan,
      adorn: stream.pick(['cuffs', 'shells', 'thread', 'none']),
      accent: stream.pick<Pigment>(['gold', 'lacquer', 'marigold', 'turquoise']),
      width: stream.pick([28, 34, 40]),
    },
  }),
  waves: ({ seed, stream }) => ({
    kind: 'waves',
    options: {
      seed,
      hair: stream.pick<HairTone>([
        'espresso',
        'brown',
        'chestnut',
        'auburn',
        'copper',
        'honey',
        'blonde',
        'silver',
        'black',
      ]),
      ...(stream.chance(0.35) ? { ends: stream.pick<HairTone>(['blonde', 'honey', 'copper', 'silver']) } : {}),
      wave: stream.pick(['loose', 'deep', 'finger']),
      turn: stream.whole(-24, 24),
    },
  }),
  straight: ({ seed, stream, pan }) => ({
    kind: 'straight',
    options: {
      seed,
      hair: stream.pick<HairTone>([
        'black',
        'espresso',
        'brown',
        'auburn',
        'copper',
        'blonde',
        'silver',
        'teal',
        'burgundy',
      ]),
      fall: stream.pick(['sweep', 'curtain', 'cut']),
      background: pan,
      left: stream.chance(0.5),
    },
  }),
}
