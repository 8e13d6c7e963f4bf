import { type Colour, inkOf, lightnessOf, panFor, type Skin, skinOf, tint } from '#art/palette.ts'
import { type Stream, streamOf } from '#art/seed.ts'
import {
  type Base,
  blur,
  clip,
  cropped,
  d,
  dot,
  group,
  line,
  linear,
  litGround,
  oval,
  picture,
  shape,
} from '#art/svg.ts'

export const nailArts = [
  'plain',
  'french',
  'half-moon',
  'dots',
  'stripes',
  'glitter',
  'gem',
  'marble',
  'leaf',
  'check',
  'ombre',
  'flower',
] as const
export type NailArt = (typeof nailArts)[number]
export type NailShape = keyof typeof shapes

export type NailsOptions = Base & {
  skin: Skin
  background: Colour
  /** One colour per finger, repeated as needed. */
  colours: readonly Colour[]
  arts?: readonly NailArt[]
  shape?: NailShape
  pose?: 'together' | 'fan' | 'hanging'
  rings?: boolean
  metal?: Colour
  left?: boolean
}

const shapes = {
  almond: 'M-21 60C-26 10-14-42 0-48C14-42 26 10 21 60C17 80-17 80-21 60Z',
  oval: 'M-21 60C-25 14-20-24 0-26C20-24 25 14 21 60C17 80-17 80-21 60Z',
  square: 'M-21 60L-23-20Q-23-28-15-28H15Q23-28 23-20L21 60C17 80-17 80-21 60Z',
  coffin: 'M-21 60L-25 8L-13-52H13L25 8L21 60C17 80-17 80-21 60Z',
  short: 'M-21 60C-24 26-20 4 0 3C20 4 24 26 21 60C17 80-17 80-21 60Z',
  stiletto: 'M-21 60C-26 10-9-58 0-72C9-58 26 10 21 60C17 80-17 80-21 60Z',
}
const tips: Record<NailShape, number> = { almond: -48, oval: -26, square: -28, coffin: -52, short: 3, stiletto: -72 }

/** A hand with painted nails. */
export function nails(o: NailsOptions): string {
  return picture(o, 'nails', { ...cropped, wide: '0 20 400 300' }, (id) => {
    const stream = streamOf(`nails ${o.seed}`)
    const skin = skinOf(o.skin),
      deep = lightnessOf(skin) < 0.4
    const ground = panFor(o.skin, o.background)
    const edge = tint(skin, deep ? -0.07 : -0.11, 0.012),
      light = tint(skin, deep ? 0.07 : 0.05)
    const kind = o.shape ?? 'almond',
      pose = o.pose ?? 'together'
    const arts = o.arts ?? ['plain']
    const defs = `<defs>${blur(id('a'), 20)}${blur(id('b'), 3)}${linear(id('s'), 'across', [edge, skin, light, skin, edge])}${clip(id('n'), shapes[kind])}</defs>`
    const places =
      pose === 'fan'
        ? [
            [-19, 372, 1.02],
            [-6.5, 420, 1.06],
            [6, 408, 1.03],
            [18, 346, 0.9],
          ].map(
            ([a, reach, size]) =>
              d`translate(200 520)rotate(${a as number})translate(0 ${-(reach as number)})scale(${size as number})`,
          )
        : [
            [-100, 96, 1],
            [-33, 52, 1.04],
            [34, 68, 1],
            [97, 128, 0.86],
          ].map(([x, y, size]) => d`translate(${200 + (x as number)} ${y as number})scale(${size as number})`)
    const fingers = places.map((place, i) => {
      const colour = inkOf(o.colours[i % o.colours.length] as Colour),
        other = inkOf(o.colours[(i + 1) % o.colours.length] as Colour)
      const ring =
        o.rings && (i === 1 || (i === 2 && stream.chance(0.4))) ? band(inkOf(o.metal ?? 'gold'), i === 1) : ''
      return `<g transform="${place}">${finger(skin, edge, id)}${ring}${nail(kind, colour, other, arts[i % arts.length] as NailArt, stream, id)}</g>`
    })
    const turn = {
      together: 'rotate(-13 200 240)translate(8 6)',
      fan: 'rotate(-6 200 300)',
      hanging: 'rotate(164 200 200)translate(0 44)',
    }[pose]
    const cast = `<g transform="translate(14 16)" opacity=".3" filter="url(#${id('a')})">${places.map((p) => `<path transform="${p}" d="M-30 500V90Q-30 0 0 0T30 90V500Z" fill="${tint(ground, -0.4)}"/>`).join('')}</g>`
    const hand = `<g transform="${o.left ? 'matrix(-1 0 0 1 400 0)' : ''}${turn}">${cast}${fingers.join('')}</g>`
    return `${defs}${litGround(id('h'), ground, tint(ground, 0.06), 310, 70, 260)}${hand}`
  })
}

const finger = (skin: string, edge: string, id: (n: string) => string) =>
  shape(
    'M-33 540C-34 400-36 330-32 290C-37 250-35 200-32 160C-36 120-34 84-32 66C-30 24-18 2 0 2S30 24 32 66C34 84 36 120 32 160C35 200 37 250 32 290C36 330 34 400 33 540Z',
    `url(#${id('s')})`,
  ) +
  oval(0, 20, 20, 12, tint(skin, 0.05, 0.01), `opacity=".7" filter="url(#${id('b')})"`) +
  line(
    'M-22 148Q0 141 22 148M-20 158Q0 152 20 158M-17 168Q0 163 17 168M-24 282Q0 272 24 282M-22 294Q0 286 22 294M-16 305Q0 299 16 305',
    edge,
    2.6,
    'opacity=".8"',
  ) +
  line('M-26 58C-26 92 26 92 26 58', edge, 4, `filter="url(#${id('b')})"`)

const band = (metal: string, stone: boolean) =>
  line('M-33 236Q0 246 33 236', tint(metal, -0.12), 11, 'stroke-linecap="butt"') +
  line('M-33 234Q0 244 33 234', metal, 8, 'stroke-linecap="butt"') +
  line('M-20 236Q-8 240 0 240', '#fff', 3, 'opacity=".8"') +
  (stone ? oval(0, 238, 11, 9, '#f4f1ec') + oval(-3, 235, 4, 3, '#fff') : '')

function nail(
  kind: NailShape,
  colour: string,
  other: string,
  art: NailArt,
  stream: Stream,
  id: (n: string) => string,
): string {
  const tip = tips[kind]
  const shade = line('M18 58C22 20 14-14 8-24', tint(colour, -0.12), 5, `opacity=".35" filter="url(#${id('b')})"`)
  const shine =
    line(d`M-11 54C-13 24-12 ${tip + 34}-7 ${tip + 22}`, '#fff', 6, 'opacity=".55"') +
    dot(-8, 64, 2.6, '#fff', 'opacity=".5"')
  // Short nails end below the shade and the shine of long ones, so both are clipped to the nail.
  const inside = decorate(art, colour, other, tip, stream) + shade + shine
  return shape(shapes[kind], colour) + group(inside, `clip-path="url(#${id('n')})"`)
}

function decorate(art: NailArt, colour: string, other: string, tip: number, stream: Stream): string {
  const pale = lightnessOf(colour) > 0.6
  const mark = Math.abs(lightnessOf(colour) - lightnessOf(other)) > 0.18 ? other : pale ? '#26161f' : '#f8f3eb'
  const spot = (x: number, y: number, r: number) => dot(x, y, r, mark)
  const nude = tint(colour, 0, 0)
  switch (art) {
    case 'french':
      return (
        shape('M-30-90H30V90H-30Z', '#efd3bd') + shape(d`M-30-90H30V${tip + 26}Q0 ${tip + 44}-30 ${tip + 26}Z`, nude)
      )
    case 'half-moon':
      return shape('M-30 90V56Q0 26 30 56V90Z', mark)
    case 'dots':
      return (
        spot(-9, tip + 26, 4) + spot(8, tip + 38, 4) + spot(-7, tip + 52, 4) + spot(9, tip + 64, 4) + spot(0, 66, 4)
      )
    case 'stripes':
      return line('M-40 60L40 0M-40 30L40-30M-40 90L40 30', mark, 6)
    case 'glitter':
      return line(
        Array.from(
          { length: 30 },
          () =>
            d`M${Math.round(stream.between(-22, 22))} ${Math.round(tip + 6 + stream.next() ** 1.6 * (70 - tip))}h.1`,
        ).join(''),
        '#f7d58a',
        3.6,
      )
    case 'gem':
      return dot(0, 58, 5.4, '#fff') + dot(0, 44, 3.6, '#f2d08a') + dot(0, 34, 2.4, '#fff')
    case 'marble':
      return line(
        d`M-24 ${tip + 20}C-4 ${tip + 34} 2 ${tip + 20} 24 ${tip + 44}M-24 44C-6 30 4 52 24 30M-6 ${tip}C-2 20-14 40-2 80`,
        mark,
        2.6,
        'opacity=".8"',
      )
    case 'leaf':
      return (
        line(d`M0 70V${tip + 22}`, mark, 2.2) +
        [0, 1, 2, 3]
          .map(
            (i) =>
              oval(-7, 58 - i * 19, 8, 3.6, mark, d`transform="rotate(34 -7 ${58 - i * 19})"`) +
              oval(7, 50 - i * 19, 8, 3.6, mark, d`transform="rotate(-34 7 ${50 - i * 19})"`),
          )
          .join('')
      )
    case 'check':
      return (
        shape('M-24-80h12v200h-12ZM0-80h12v200h-12Z', mark, 'opacity=".85"') +
        line('M-30 66H30M-30 42H30M-30 18H30M-30-6H30M-30-30H30M-30-54H30', colour, 6)
      )
    case 'ombre':
      return (
        shape('M-30 20Q0 0 30 20V90H-30Z', mark, 'opacity=".3"') +
        shape('M-30 40Q0 22 30 40V90H-30Z', mark, 'opacity=".4"') +
        shape('M-30 60Q0 44 30 60V90H-30Z', mark, 'opacity=".5"')
      )
    case 'flower':
      return (
        line(
          [0, 1, 2, 3, 4].map((i) => d`M${Math.cos(i * 1.257) * 8} ${34 + Math.sin(i * 1.257) * 8}h.1`).join(''),
          mark,
          11,
        ) + dot(0, 34, 4, '#fcb530')
      )
    default:
      return ''
  }
}
