import { type NailArt, nailArts, type NailShape } from '#art/table/nails.ts'
import type { HairTone, Pigment } from '#art/palette.ts'
import { bare, clothes, groundFor, lipColours, natural, personOf, toneFor } from './person.ts'
import type { Stream } from '#art/seed.ts'
import type { Composers } from '#art/work.ts'

function nailArtsFor(stream: Stream): NailArt[] {
  const one = stream.pick(nailArts),
    two = stream.pick(nailArts)
  return stream.pick([
    [one],
    ['plain', 'plain', one, 'plain'],
    [one, 'plain'],
    [one, two, 'plain', one],
    [one, two],
  ] as NailArt[][])
}

export const skinComposers: Composers<'face' | 'eye' | 'lips' | 'nails' | 'mehndiHand'> = {
  face: ({ seed, stream, skin, pan, signature, metal, skills: known }) => {
    const man = known.includes('barbering') ? stream.chance(0.8) : stream.chance(0.04)
    const background = groundFor(skin, pan)
    const bridal = known.includes('bridal') && stream.chance(0.4)
    const worn = clothes(stream, background)
    return {
      kind: 'face',
      options: {
        seed,
        ...personOf(skin, stream, known, man, background),
        ...worn,
        ...(man ? { earrings: 'none' as const, necklace: false, neckline: 'crew' as const } : {}),
        background,
        metal,
        bare: man,
        lid: man ? bare(skin) : stream.pick(signature.slice(0, 3)),
        lip: man ? natural(skin) : stream.pick([signature[1] as Pigment, ...lipColours]),
        eyes: stream.pick(['closed', 'closed', 'open', 'smiling']),
        mouth: stream.pick(['rest', 'rest', 'smile', 'grin']),
        editorial: known.includes('editorial') && stream.chance(0.4),
        ...(bridal && !man
          ? {
              flowers: stream.pick<Pigment>(['bone', 'coral', 'marigold', 'champagne']),
              top: 'bone' as const,
              neckline: 'boat' as const,
            }
          : {}),
        ...(stream.chance(0.3) ? { close: true } : {}),
      },
    }
  },
  eye: ({ seed, stream, skin, signature, skills: known }) => ({
    kind: 'eye',
    options: {
      seed,
      skin,
      pigment: stream.pick(signature),
      second: stream.pick<Pigment>([signature[2] as Pigment, 'champagne', 'gold', 'copper', signature[3] as Pigment]),
      brow:
        toneFor(skin, 'bob', stream) === 'blonde'
          ? 'brown'
          : stream.pick<HairTone>(
              skin < 7 ? ['black', 'espresso'] : ['espresso', 'brown', 'chestnut', 'black', 'auburn'],
            ),
      finish: stream.pick(
        known.includes('editorial')
          ? (['graphic', 'gems', 'glitter', 'cut-crease'] as const)
          : (['shimmer', 'glitter', 'matte', 'cut-crease', 'shimmer'] as const),
      ),
      open: stream.chance(0.42),
      iris:
        skin < 8
          ? stream.pick(['brown', 'brown', 'hazel'] as const)
          : stream.pick(['brown', 'hazel', 'green', 'blue', 'grey'] as const),
      lid: stream.pick(
        skin > 5 && skin < 10 ? (['crease', 'mono', 'hooded'] as const) : (['crease', 'hooded'] as const),
      ),
      browShape: stream.pick(['soft', 'full', 'arched'] as const),
      freckles: stream.chance(skin > 7 ? 0.3 : 0.1),
      vitiligo: stream.chance(0.06),
      mature: stream.chance(known.includes('mature-skin') ? 0.5 : 0.06),
      left: stream.chance(0.5),
    },
  }),
  lips: ({ seed, stream, skin, signature, skills: known }) => ({
    kind: 'lips',
    options: {
      seed,
      skin,
      pigment: stream.pick([
        ...lipColours,
        signature[1] as Pigment,
        ...(known.includes('editorial') ? (['petrol', 'violet', 'ink'] as const) : []),
      ]),
      finish: stream.pick(['gloss', 'satin', 'matte', 'metallic', 'ombre']),
      shape: stream.pick(
        skin < 6 ? (['full', 'full', 'classic', 'wide'] as const) : (['classic', 'bow', 'full', 'wide'] as const),
      ),
      parted: stream.chance(0.28),
      tool: stream.pick(['none', 'none', 'bullet', 'brush']),
      freckles: stream.chance(0.14),
      vitiligo: stream.chance(0.06),
      mature: stream.chance(known.includes('mature-skin') ? 0.5 : 0.06),
    },
  }),
  nails: ({ seed, stream, skin, pan, signature, metal }) => ({
    kind: 'nails',
    options: {
      seed,
      skin,
      background: groundFor(skin, pan),
      colours: stream
        .shuffle([...signature, stream.pick<Pigment>(['bone', 'lacquer', 'marigold', 'ink', 'lilac'])])
        .slice(0, stream.whole(1, 4)),
      arts: nailArtsFor(stream),
      shape: stream.pick<NailShape>(['almond', 'oval', 'square', 'coffin', 'short', 'stiletto']),
      pose: stream.pick(['together', 'fan', 'hanging', 'together']),
      rings: stream.chance(0.4),
      metal,
      left: stream.chance(0.5),
    },
  }),
  mehndiHand: ({ seed, stream, skin, pan }) => ({
    kind: 'mehndiHand',
    options: {
      seed,
      skin,
      background: groundFor(skin, pan),
      motif: stream.pick(['mandala', 'vine', 'paisley', 'lattice']),
      nail: stream.pick<Pigment>(['lacquer', 'brick', 'gold', 'plum', 'bone', 'champagne']),
      bangles: stream.pick<Pigment[]>([
        [],
        ['gold', 'gold'],
        ['lacquer', 'gold', 'lacquer'],
        ['jade', 'gold'],
        ['marigold', 'fig'],
      ]),
      left: stream.chance(0.5),
    },
  }),
}
