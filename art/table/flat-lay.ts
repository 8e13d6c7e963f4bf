import { drapeFolds } from '#art/drape.ts'
import { type Colour, inkOf, tint } from '#art/palette.ts'
import { streamOf } from '#art/seed.ts'
import { type Base, blur, cropped, d, dot, ground, line, type Name, oval, picture, shape } from '#art/svg.ts'

export const flatLayItems = [
  'brush',
  'fan-brush',
  'lipstick',
  'compact',
  'polish',
  'comb',
  'mascara',
  'pans',
  'sponge',
  'pins',
  'mirror',
  'scissors',
] as const
export type LayItem = (typeof flatLayItems)[number]
export type FlatLayOptions = Base & {
  cloth: Colour
  colours: readonly Colour[]
  items: readonly LayItem[]
  metal?: Colour
  skinTones?: readonly Colour[]
}

/** Tools of the trade laid out on cloth, seen from above. */
export function flatLay(o: FlatLayOptions): string {
  return picture(o, 'lay', cropped, (id) => {
    const stream = streamOf(`lay ${o.seed}`),
      cloth = inkOf(o.cloth)
    const slots = stream.pick(layouts)
    const items = slots.map(([x, y, turn], i) => {
      const kind = o.items[i % o.items.length] as LayItem
      const colour = inkOf(o.colours[i % o.colours.length] as Colour)
      const drawn = draw[kind](
        colour,
        inkOf(o.metal ?? 'gold'),
        (o.skinTones ?? ['#dbb692', '#b37f59', '#805037', '#492e23']).map(inkOf),
      )
      return d`<g transform="translate(${x} ${y})rotate(${turn + stream.between(-6, 6)})scale(.86)" filter="url(#${id('s')})">${drawn}</g>`
    })
    return `<defs>${shadow(id, cloth)}${drapeFolds(cloth, id).defs}</defs>${ground(cloth)}${drapeFolds(cloth, id).body}<g transform="${stream.chance(0.5) ? 'matrix(-1 0 0 1 400 0)' : ''}">${items.join('')}</g>`
  })
}

const shadow = (id: Name, cloth: string) =>
  `<filter id="${id('s')}" x="-40%" y="-40%" width="180%" height="180%"><feDropShadow dx="7" dy="10" stdDeviation="7" flood-color="${tint(cloth, -0.42)}" flood-opacity=".5"/></filter>${blur(id('b'), 8)}`

const layouts: readonly (readonly (readonly [number, number, number])[])[] = [
  [
    [70, 210, -8],
    [176, 130, 14],
    [322, 128, 22],
    [196, 296, -50],
    [326, 300, -20],
  ],
  [
    [200, 196, 0],
    [72, 150, -10],
    [330, 150, 12],
    [96, 330, 50],
    [310, 330, -40],
  ],
  [
    [112, 120, -6],
    [290, 116, 26],
    [92, 300, -20],
    [210, 262, 6],
    [330, 300, -10],
  ],
  [
    [62, 200, 4],
    [154, 200, -2],
    [246, 196, 5],
    [338, 204, -4],
  ],
]

type Draw = (colour: string, metal: string, skins: string[]) => string
const gleam = (path: string, width = 4) => line(path, '#fff', width, 'opacity=".55"')
const dark = '#26161f'

const draw: Record<LayItem, Draw> = {
  brush: (c, metal) =>
    shape('M-9-20L-6 150Q0 160 6 150L9-20Z', dark) +
    gleam('M-3 0L-2 140', 2.6) +
    shape('M-13-62H13L9-18H-9Z', metal) +
    gleam('M-5-58L-3-22') +
    shape('M-13-60C-30-96-26-140 0-152C26-140 30-96 13-60Z', '#3a2a26') +
    shape('M-22-108C-20-136-10-148 0-152C10-148 20-136 22-108Q0-122-22-108Z', c) +
    line('M-8-66C-14-96-12-124-4-140M2-66C4-96 4-124 2-142M10-66C16-96 14-120 8-136', '#6b5148', 1.6, 'opacity=".7"'),
  'fan-brush': (c, metal) =>
    shape('M-6-10L-4 150Q0 158 4 150L6-10Z', c) +
    gleam('M-1 10L-1 140', 2) +
    shape('M-8-44H8L6-8H-6Z', metal) +
    shape('M-8-42C-24-70-60-96-72-110C-40-142 40-142 72-110C60-96 24-70 8-42Z', '#5a4034') +
    line('M-4-46L-50-110M-2-46L-24-122M0-46V-126M2-46L24-122M4-46L50-110', '#8c6a58', 2) +
    shape('M-72-110C-40-142 40-142 72-110L60-100C36-124-36-124-60-100Z', tint(c, 0.05), 'opacity=".85"'),
  lipstick: (c, metal) =>
    shape('M-19-60V-96C-19-116 8-128 19-132V-60Z', c) +
    shape('M-19-96C-19-116 8-128 19-132C19-114 2-100-19-96Z', tint(c, 0.09)) +
    gleam('M-11-66V-90') +
    shape('M-24-64H24V-14H-24Z', metal) +
    gleam('M-15-58V-20', 6) +
    shape('M-31-18H31V70Q31 76 25 76H-25Q-31 76-31 70Z', dark) +
    gleam('M-21-8V62', 5),
  compact: (_c, metal, skins) =>
    dot(0, 0, 68, metal) +
    dot(0, 0, 61, tint(metal, -0.14)) +
    dot(0, 0, 57, skins[1] as string) +
    line('M-40-20Q0-34 40-20M-46 4Q0-10 46 4M-40 28Q0 14 40 28', tint(skins[1] as string, -0.07), 4) +
    shape('M-10 66H10V76H-10Z', metal) +
    gleam('M-62-16A64 64 0 0 1-16-62', 5),
  polish: (c, metal) =>
    shape('M-36-8C-36-24-22-26-18-36H18C22-26 36-24 36-8V62Q36 76 22 76H-22Q-36 76-36 62Z', c) +
    shape('M-26 0C-26-12-22-14-20-16V62Q-26 62-26 50Z', '#fff', 'opacity=".5"') +
    shape('M-15-112Q0-118 15-112L19-36H-19Z', dark) +
    gleam('M-7-104L-9-44') +
    shape('M-19-42H19V-34H-19Z', metal),
  comb: (c) =>
    shape('M-22-120H4V120H-22Q-30 120-30 112V-112Q-30-120-22-120Z', c) +
    line(Array.from({ length: 24 }, (_, i) => `M2 ${-112 + i * 9.7}H38`).join(''), c, 4.6) +
    gleam('M-20-104V100', 3),
  mascara: (c, metal) =>
    shape('M-16 20H16V124Q16 134 6 134H-6Q-16 134-16 124Z', c) +
    gleam('M-9 30V120', 4) +
    shape('M-16-2H16V20H-16Z', metal) +
    line('M0-4V-40', dark, 5) +
    line(
      Array.from(
        { length: 18 },
        (_, i) => `M-${10 - Math.abs(i - 8) * 0.5} ${-40 - i * 5}l${20 - Math.abs(i - 8)}-4`,
      ).join(''),
      dark,
      3,
    ),
  pans: (c, _metal, skins) =>
    shape('M-76-62H76Q84-62 84-54V54Q84 62 76 62H-76Q-84 62-84 54V-54Q-84-62-76-62Z', '#4d1534') +
    [0, 1, 2, 3, 4, 5]
      .map(
        (i) =>
          d`<rect x="${-74 + (i % 3) * 50}" y="${i < 3 ? -52 : 3}" width="46" height="49" rx="8" fill="${i < 2 ? tint(c, i * 0.09 - 0.03) : (skins[(i - 2) % skins.length] as string)}"/>`,
      )
      .join('') +
    line('M-68-46h18M-18-46h18M32-46h18M-68 9h18M-18 9h18M32 9h18', '#fff', 3, 'opacity=".35"'),
  sponge: (c) =>
    shape('M0-56C22-26 44 2 40 30C36 54 18 62 0 62S-36 54-40 30C-44 2-22-26 0-56Z', tint(c, 0.06)) +
    shape('M-40 30C-24 44 24 44 40 30C36 54 18 62 0 62S-36 54-40 30Z', tint(c, -0.05)) +
    oval(-12, -4, 8, 20, '#fff', 'opacity=".3" transform="rotate(20 -12 -4)"'),
  pins: (_c, metal) =>
    [0, 1, 2]
      .map(
        (i) =>
          d`<g transform="rotate(${i * 38 - 30})translate(${i * 16 - 16} 0)">${line('M-6 52V-46Q-6-54 0-54T6-46V52', metal, 4)}</g>`,
      )
      .join('') +
    [
      [-40, 30],
      [34, -40],
      [46, 34],
      [-30, -48],
    ]
      .map(
        ([x, y]) => dot(x as number, y as number, 9, '#f8f3eb') + dot((x as number) - 3, (y as number) - 3, 3, '#fff'),
      )
      .join(''),
  mirror: (c, metal) =>
    shape('M-12 60H12L10 150Q0 160-10 150Z', c) +
    dot(0, 0, 66, metal) +
    dot(0, 0, 58, '#cfe0e6') +
    shape('M-46-34L30 50L16 56L-52-16ZM-20-54L56 16L58-4L0-58Z', '#fff', 'opacity=".55"'),
  scissors: (_c, metal) =>
    line('M-30 92A22 22 0 1 1-14 56L44-110M30 92A22 22 0 1 0 14 56L-44-110', tint(metal, -0.05), 9) +
    shape('M-4 14L40-118L52-112L10 18ZM4 14L-40-118L-52-112L-10 18Z', '#d9dade') +
    dot(0, 6, 6, dark) +
    gleam('M14-20L42-98', 2),
}
