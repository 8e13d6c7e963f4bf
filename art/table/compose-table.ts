import { type LayItem, flatLayItems } from './flat-lay.ts'
import { isCloth } from '#art/hair/hairstyles.ts'
import { type Colour, type Pigment, shades } from '#art/palette.ts'
import { lipColours, pupils, scarfFor, toneFor } from '#art/face/person.ts'
import { embosses } from '#art/face/powder.ts'
import type { Composers } from '#art/work.ts'

export const tableComposers: Composers<
  'swatches' | 'powder' | 'stroke' | 'drape' | 'flatLay' | 'bouquet' | 'skyline' | 'lesson'
> = {
  swatches: ({ seed, stream, pan, signature }) => {
    if (stream.chance(0.45))
      return {
        kind: 'swatches',
        options: {
          seed,
          colours: [...shades],
          background: 'bone',
          layout: stream.pick(['bands', 'columns', 'arcs']),
          turn: stream.whole(-16, 16),
        },
      }
    const colours = [...new Set<Pigment>([...signature, 'bone', ...stream.shuffle(lipColours).slice(0, 4)])].filter(
      (c) => c !== pan,
    )
    return {
      kind: 'swatches',
      options: {
        seed,
        colours: stream.shuffle(colours).slice(0, stream.pick([4, 6])),
        background: pan,
        layout: stream.pick(['bands', 'dabs', 'arcs', 'columns']),
      },
    }
  },
  powder: ({ seed, stream, signature }) => ({
    kind: 'powder',
    options: {
      seed,
      colours: stream.chance(0.4)
        ? [stream.pick<Colour>([...signature, '#c89a72', '#805037', '#eacfb3'])]
        : stream
            .shuffle<Colour>([
              ...signature,
              ...lipColours.filter((c) => !signature.includes(c)),
              'champagne',
              'smoke',
              'sky',
            ])
            .slice(0, stream.pick([4, 6, 9])),
      emboss: stream.pick(embosses.filter((e) => e !== 'plain')),
      casing: stream.pick<Pigment>(['fig', 'petrol', 'ink', 'bone', 'marigold']),
    },
  }),
  stroke: ({ seed, stream, pan, signature }) => ({
    kind: 'stroke',
    options: {
      seed,
      colours: stream.shuffle(signature.filter((p) => p !== pan)).slice(0, stream.whole(2, 3)),
      background: pan,
      gesture: stream.pick(['bars', 'cross', 'loop', 'sweep']),
      turn: stream.whole(-32, 30),
    },
  }),
  drape: ({ seed, stream, signature }) => ({
    kind: 'drape',
    options: {
      seed,
      colour: stream.pick<Pigment>([...signature, 'lacquer', 'jade', 'marigold', 'lilac']),
      folds: stream.whole(6, 11),
      trim: stream.pick(['none', 'border', 'dots']),
      accent: stream.pick<Pigment>(['gold', 'bone', 'champagne']),
      turn: stream.whole(-20, 20),
    },
  }),
  flatLay: ({ seed, stream, pan, signature, metal, skills: known }) => {
    const hair: LayItem[] = ['comb', 'scissors', 'pins', 'brush', 'mirror'],
      nail: LayItem[] = ['polish', 'polish', 'pins', 'polish', 'scissors'],
      paint: LayItem[] = ['brush', 'lipstick', 'compact', 'pans', 'mascara', 'sponge', 'fan-brush']
    const items = known.includes('nails')
      ? nail
      : known.includes('barbering')
        ? (['comb', 'scissors', 'mirror'] as LayItem[])
        : known.includes('styling') && !known.includes('makeup')
          ? hair
          : stream.chance(0.15)
            ? [...flatLayItems]
            : paint
    return {
      kind: 'flatLay',
      options: {
        seed,
        cloth: pan,
        colours: stream.shuffle(signature.filter((p) => p !== pan)),
        items: stream.shuffle(items).slice(0, 5),
        metal,
      },
    }
  },
  bouquet: ({ seed, stream, pan, signature }) => ({
    kind: 'bouquet',
    options: {
      seed,
      flowers: stream.pick<Pigment[]>([
        ['bone', 'champagne', 'coral'],
        ['lacquer', 'bone', 'plum'],
        ['marigold', 'coral', 'bone'],
        ['lilac', 'violet', 'bone'],
        ['terracotta', 'sand', 'brick'],
        ['bone', 'sky', 'cobalt'],
        ['champagne', 'rosewood', 'bone'],
      ]),
      ribbon: signature[0] === pan ? 'bone' : (signature[0] as Pigment),
      background: pan,
      shapeOf: stream.pick(['round', 'loose']),
      petals: stream.pick(['rose', 'ranunculus', 'mixed']),
    },
  }),
  skyline: ({ seed }) => ({ kind: 'skyline', options: { seed } }),
  lesson: ({ seed, stream, skin, pan, signature }) => {
    const style = stream.pick(pupils)
    const pupil = {
      skin,
      style,
      hair: isCloth(style) ? scarfFor(pan, skin, stream) : toneFor(skin, style, stream),
      top: stream.pick<Pigment>(['marigold', 'fig', 'bone', 'petrol']),
      neckline: 'boat' as const,
      earrings: stream.pick(['hoops', 'studs', 'none'] as const),
      lid: stream.pick(signature),
      lip: stream.pick(lipColours),
      eyes: stream.pick(['closed', 'open', 'smiling'] as const),
      mouth: stream.pick(['rest', 'smile', 'grin'] as const),
      nose: 'medium' as const,
      lips: stream.pick(['medium', 'full'] as const),
    }
    return {
      kind: 'lesson',
      options: {
        seed,
        wall: pan,
        table: stream.pick<Pigment>(['cocoa', 'fig', 'petrol', 'bronze']),
        colours: signature,
        mirror: stream.pick(['round', 'arch', 'square']),
        pupil,
      },
    }
  },
}
