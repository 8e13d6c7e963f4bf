import {
  type Colour,
  type HairTone,
  hairOf,
  inkOf,
  lidInk,
  lightnessOf,
  type Skin,
  skinOf,
  tint,
} from '#art/palette.ts'
import { type Stream, streamOf } from '#art/seed.ts'
import {
  type Base,
  blur,
  clip,
  cropped,
  d,
  dot,
  ground,
  group,
  line,
  linear,
  type Name,
  oval,
  picture,
  shape,
} from '#art/svg.ts'

export type EyeOptions = Base & {
  skin: Skin
  pigment: Colour
  /** Inner corner and highlight. */
  second?: Colour
  brow?: HairTone
  finish?: 'matte' | 'shimmer' | 'glitter' | 'cut-crease' | 'graphic' | 'gems'
  open?: boolean
  iris?: 'brown' | 'hazel' | 'green' | 'blue' | 'grey'
  lid?: 'crease' | 'mono' | 'hooded'
  browShape?: 'soft' | 'full' | 'arched'
  freckles?: boolean
  vitiligo?: boolean
  mature?: boolean
  left?: boolean
}

const irises = { brown: '#4a2817', hazel: '#7a5a2b', green: '#4d7350', blue: '#4b7da6', grey: '#73828c' }

// Curves of a closed eye: the lash line and the fold of the lid.
const lashLine = 'M58 228C112 300 284 304 350 208'
const fold = 'M58 228C84 142 286 108 350 208'
const hoodedFold = 'M54 216C106 150 288 128 356 208'

/** One made-up eye, close. */
export function eye(o: EyeOptions): string {
  return picture(o, 'eye', cropped, (id) => {
    const stream = streamOf(`eye ${o.seed}`)
    const skin = skinOf(o.skin),
      deep = lightnessOf(skin) < 0.4
    const main = o.open ? inkOf(o.pigment) : lidInk(inkOf(o.pigment), skin),
      second = inkOf(o.second ?? 'champagne')
    const finish = o.finish ?? 'shimmer'
    const shadow = tint(skin, deep ? -0.06 : -0.1, 0.01),
      light = tint(skin, deep ? 0.09 : 0.06),
      crease = tint(skin, deep ? -0.1 : -0.2, 0.015)
    const lid = o.open ? 'M58 222C78 128 276 92 348 198C292 152 128 156 58 222Z' : `${lashLine}C286 108 84 142 58 228Z`
    const defs = `<defs>${blur(id('a'), 24)}${blur(id('b'), 9)}${blur(id('c'), 3)}${o.open ? linear(id('g'), 'across', paint(o, main, second)) : linear(id('g'), 'down', [tint(main, -0.12), tint(main, -0.03), main, tint(main, 0.05)])}${clip(id('l'), o.open ? lid : `${lashLine}L420 190V-20H-20V220Z`)}${clip(id('w'), white(o))}</defs>`
    const soft = `filter="url(#${id('a')})"`
    const planes =
      oval(330, 400, 240, 96, light, soft) +
      oval(12, 230, 66, 150, shadow, `opacity=".9" ${soft}`) +
      oval(240, 130, 140, 24, light, soft)
    const wash =
      oval(222, o.lid === 'mono' ? 200 : 190, 160, finish === 'matte' ? 66 : 72, main, `opacity=".78" ${soft}`) +
      shape('M240 192C320 158 372 146 398 120C388 190 352 238 314 248Z', tint(main, -0.1), `opacity=".75" ${soft}`)
    const whole =
      planes +
      marks(o, stream, skin, crease, id) +
      wash +
      (o.open
        ? shape(lid, `url(#${id('g')})`) +
          group(sheen(o, stream, main, second, id), `clip-path="url(#${id('l')})"`) +
          foldOf(o, main, crease) +
          openEye(o, id, main, crease)
        : closedLid(o, stream, { main, second, skin, lid, id })) +
      (finish === 'graphic' ? graphic(o) : '') +
      (finish === 'gems' ? gems(second) : '') +
      brow(o, stream, id)
    return `${defs}${ground(skin)}<g${o.left ? ' transform="matrix(-1 0 0 1 400 0)"' : ''}>${whole}</g>`
  })
}

const paint = ({ finish }: EyeOptions, main: string, second: string): string[] =>
  finish === 'matte'
    ? [tint(main, 0.06), main, tint(main, -0.08)]
    : finish === 'cut-crease'
      ? [second, tint(second, -0.03), tint(main, -0.06)]
      : [tint(second, 0.02), main, tint(main, -0.14)]

function marks(o: EyeOptions, stream: Stream, skin: string, crease: string, id: Name): string {
  const deep = lightnessOf(skin) < 0.4
  return (
    (o.vitiligo
      ? shape(
          'M262 300C300 280 372 300 410 350V420H196C200 360 226 318 262 300ZM-10 60C30 66 60 96 40 128C26 146-10 140-20 130Z',
          tint(skin, deep ? 0.3 : 0.12, deep ? 0.03 : -0.015),
          `filter="url(#${id('c')})"`,
        )
      : '') +
    (o.freckles ? freckles(stream, crease) : '') +
    (o.mature
      ? line(
          'M366 214l30-18M370 226l34-4M366 238l30 12M96 318Q190 356 300 322M130 338Q200 362 276 342',
          crease,
          2.6,
          'opacity=".5"',
        )
      : '')
  )
}

function foldOf(o: EyeOptions, main: string, crease: string): string {
  if (o.lid === 'mono') return ''
  if (o.finish === 'cut-crease') return line('M58 208C96 122 272 96 348 196', tint(main, -0.12), 9)
  const path = o.lid === 'hooded' ? 'M56 206C110 148 276 124 352 206' : 'M62 206C98 126 272 98 346 196'
  return line(path, crease, 3.2, 'opacity=".6"')
}

const graphic = (o: EyeOptions) =>
  line('M68 190C120 110 280 84 388 138', inkOf(o.second ?? 'bone'), 10) +
  line('M346 202L404 150', inkOf(o.second ?? 'bone'), 8)

const gems = (second: string) =>
  [
    [84, 296],
    [122, 316],
    [166, 328],
    [212, 332],
    [258, 326],
    [300, 310],
  ]
    .map(
      ([x, y], i) =>
        dot(x as number, y as number, 5.5 - (i % 2) * 1.5, '#fff', 'opacity=".95"') +
        dot((x as number) + 1.5, (y as number) + 1.5, 3.2, tint(second, 0.1)),
    )
    .join('')

type Lid = { main: string; second: string; skin: string; lid: string; id: Name }

// Sharp only at the lashes and fading into the fold above: with an edge all round it looks like an eyeball.
function closedLid(o: EyeOptions, stream: Stream, { main, second, skin, lid, id }: Lid): string {
  const finish = o.finish ?? 'shimmer'
  const deep = lightnessOf(skin) < 0.4
  const bend = o.lid === 'hooded' ? hoodedFold : fold
  const glow = `filter="url(#${id('b')})"`
  const sheen =
    finish === 'matte' || finish === 'graphic'
      ? oval(196, 214, 74, 20, tint(main, 0.07), `opacity=".6" ${glow}`)
      : oval(190, 226, 86, 24, tint(main, 0.09, 0.01), `opacity=".8" ${glow}`) +
        line('M128 242Q204 276 282 246', tint(main, 0.16), 6, `opacity=".55" filter="url(#${id('c')})"`) +
        oval(76, 224, 18, 12, second, `opacity=".7" ${glow}`)
  const depth = line(bend, tint(main, -0.2), o.lid === 'mono' ? 12 : 26, `opacity=".6" ${glow}`)
  const outer = shape(
    'M270 290C330 262 356 226 372 168C340 170 290 196 262 232Z',
    tint(main, -0.2),
    `opacity=".75" ${glow}`,
  )
  const crease =
    o.lid === 'mono'
      ? ''
      : finish === 'cut-crease'
        ? line(bend, tint(main, -0.22), 6, 'opacity=".9"') +
          line('M72 206C110 132 280 108 344 192', second, 4, 'opacity=".85"')
        : // Darkest in the middle and gone before the corners: along the whole line it would look like an open eye's rim.
          line(bend, deep ? tint(skin, -0.14) : tint(main, -0.28), 3, 'opacity=".6" stroke-dasharray="0 62 226 400"')
  const over = line('M74 186C120 120 278 96 356 178', tint(skin, deep ? 0.1 : 0.05), 9, `opacity=".5" ${glow}`)
  const under =
    line('M74 254C132 322 280 322 348 232', tint(skin, deep ? -0.08 : -0.13, 0.01), 16, `opacity=".55" ${glow}`) +
    line('M96 300Q204 350 316 288', tint(skin, deep ? 0.08 : -0.09), 3, `opacity=".6" filter="url(#${id('c')})"`)
  return (
    under +
    group(
      over +
        group(shape(lid, `url(#${id('g')})`), `filter="url(#${id('c')})"`) +
        outer +
        depth +
        sheen +
        (finish === 'glitter' ? glitter(stream, second, 158, 268) : '') +
        crease,
      `clip-path="url(#${id('l')})"`,
    ) +
    lashes(stream)
  )
}

const white = (o: EyeOptions) =>
  o.lid === 'mono'
    ? 'M60 222C110 176 280 158 346 204C300 252 130 262 60 222Z'
    : 'M58 222C110 160 280 138 348 202C300 262 130 272 58 222Z'

function sheen(o: EyeOptions, stream: Stream, main: string, second: string, id: Name): string {
  const finish = o.finish ?? 'shimmer'
  const glow =
    finish === 'matte' || finish === 'graphic'
      ? ''
      : oval(
          178,
          160,
          84,
          22,
          tint(second, lightnessOf(second) > 0.8 ? 0.01 : 0.08),
          `opacity=".72" filter="url(#${id('b')})"`,
        )
  const depth = line('M40 226C98 128 280 96 372 210', tint(main, -0.2), 22, `opacity=".55" filter="url(#${id('b')})"`)
  return glow + depth + (finish === 'glitter' ? glitter(stream, second, 122, 280) : '')
}

function glitter(stream: Stream, second: string, top: number, foot: number): string {
  let fine = '',
    big = ''
  for (let i = 0; i < 110; i++) {
    const at = d`M${Math.round(stream.between(80, 330))} ${Math.round(stream.between(top, foot))}h.1`
    if (i % 4) fine += at
    else big += at
  }
  return group(line(fine, tint(second, 0.12), 2.6) + line(big, '#fff', 4), 'opacity=".85"')
}

function lash(x: number, y: number, dx: number, dy: number, bend: number, thick: number): string {
  return d`M${x - thick} ${y}q${dx * bend} ${dy * 0.8} ${dx} ${dy}q${-dx * (1 - bend) * 0.8} ${-dy * 0.3} ${thick * 2 - dx} ${-dy}`
}

// Lashes of a closed eye lie on the cheek: they grow out of the line, bend down and turn up at their ends, longest at the outer corner.
function lashes(stream: Stream): string {
  let out = ''
  for (let i = 0; i <= 24; i++) {
    const t = 0.04 + (i / 24) * 0.95,
      u = 1 - t
    const x = u ** 3 * 58 + 3 * u * u * t * 112 + 3 * u * t * t * 284 + t ** 3 * 350,
      y = u ** 3 * 228 + 3 * u * u * t * 300 + 3 * u * t * t * 304 + t ** 3 * 208
    const length = (24 + 30 * Math.sin(Math.PI * Math.min(1, t * 0.72 + 0.2)) + t * 8) * stream.between(0.88, 1.08)
    const lean = -0.42 + t * 1.5
    out += lash(x, y + 5, Math.sin(lean) * length * 0.92, Math.cos(lean * 0.72) * length * 0.8, 0.12, 1.9)
  }
  return (
    shape(out, '#150d10') +
    shape('M54 226C112 302 286 306 352 206L376 186C330 290 268 306 204 300C132 294 92 272 54 226Z', '#150d10')
  )
}

function openEye(o: EyeOptions, id: Name, main: string, crease: string): string {
  const iris = irises[o.iris ?? 'brown']
  let rays = ''
  for (let i = 0; i < 30; i++) {
    const a = (i / 30) * 6.283
    rays += d`M${204 + Math.cos(a) * 21} ${205 + Math.sin(a) * 21}L${204 + Math.cos(a) * 41} ${205 + Math.sin(a) * 41}`
  }
  const ball =
    shape(white(o), '#f6efe8') +
    group(
      oval(66, 224, 24, 16, '#d9a596', 'opacity=".8"') +
        dot(204, 205, 47, tint(iris, -0.1)) +
        dot(204, 205, 42, iris) +
        line(rays, tint(iris, 0.13), 2.4, 'opacity=".6"') +
        dot(204, 205, 20, '#0e0809') +
        line('M50 214C106 150 284 128 352 194', '#000', 26, `opacity=".3" filter="url(#${id('b')})"`) +
        dot(220, 190, 9, '#fff') +
        dot(192, 222, 4, '#fff', 'opacity=".7"'),
      `clip-path="url(#${id('w')})"`,
    )
  let lashes = ''
  for (let i = 2; i <= 19; i++) {
    const t = i / 19,
      u = 1 - t
    const x = u ** 3 * 62 + 3 * u * u * t * 112 + 3 * u * t * t * 280 + t ** 3 * 348,
      y = u ** 3 * 220 + 3 * u * u * t * 160 + 3 * u * t * t * 138 + t ** 3 * 200
    const angle = -0.75 + t * 1.75,
      length = 26 + t * 30
    lashes += lash(x, y + 2, Math.sin(angle) * length, -Math.cos(angle) * length * 0.8, 0.08, 2.2)
  }
  let lower = ''
  const sag = o.lid === 'mono' ? -8 : 0
  for (let i = 2; i <= 13; i++) {
    const t = i / 15,
      u = 1 - t,
      x = u ** 3 * 58 + 3 * u * u * t * 130 + 3 * u * t * t * 300 + t ** 3 * 348,
      y = u ** 3 * 222 + 3 * u * u * t * (272 + sag) + 3 * u * t * t * (262 + sag) + t ** 3 * 202
    lower += lash(x, y, (t - 0.4) * 24, 11 + t * 9, 0.2, 1.4)
  }
  return (
    line('M70 232C134 276 300 264 346 208', main, 12, `opacity=".5" filter="url(#${id('b')})"`) +
    ball +
    shape(lashes + lower, '#150d10') +
    shape(
      o.lid === 'mono'
        ? 'M54 226C110 168 280 148 346 198L384 174Q366 204 344 210C282 166 116 186 54 226Z'
        : 'M52 226C108 152 280 128 348 196L388 168Q370 202 346 208C286 150 116 168 52 226Z',
      '#150d10',
    ) +
    line('M72 228C134 270 298 262 344 210', crease, 3, 'opacity=".7"')
  )
}

// One shape that narrows to its tail and is soft at its start, with fine hairs that follow it.
function brow(o: EyeOptions, stream: Stream, id: Name): string {
  const hair = hairOf(o.brow ?? 'black')
  const { thick, arch } = {
    soft: { thick: 11, arch: 34 },
    full: { thick: 15, arch: 36 },
    arched: { thick: 12, arch: 46 },
  }[o.browShape ?? 'full']
  const base = 122 - (o.open ? 10 : 0)
  const at = (t: number) => ({
    x: 52 + t * 312,
    y: base - arch * Math.sin(Math.PI * Math.min(1, t * 0.82)) ** 1.2 + 4 * t,
    half: thick * (t < 0.16 ? 0.78 + t * 1.4 : t < 0.5 ? 1 : 1 - ((t - 0.5) / 0.5) ** 1.3 * 0.9),
  })
  const steps = [0, 0.12, 0.26, 0.4, 0.54, 0.68, 0.82, 0.92, 1].map(at)
  const edge = (side: 1 | -1) => steps.map(({ x, y, half }) => d`${x} ${y + side * half}`)
  const body = `M${[...edge(-1), ...edge(1).reverse()].join('L')}Z`
  let dark = '',
    lit = ''
  for (let i = 0; i < 92; i++) {
    const t = i / 94
    const { x, y, half } = at(t)
    // All hairs lie one way: upright at the start, along the brow at the tail.
    const lean = -1.2 + 1.45 * t ** 0.8 + stream.between(-0.12, 0.12)
    const from = stream.between(-0.2, 0.95)
    const length = Math.min(half * (0.7 + from) + 6 * t, 26)
    const hairs = d`M${x - 4} ${y + half * from}q${Math.cos(lean) * length * 0.35} ${Math.sin(lean) * length * 0.6} ${Math.cos(lean) * length} ${Math.sin(lean) * length}`
    if (i % 4 === 3) lit += hairs
    else dark += hairs
  }
  return (
    shape(body, hair, `stroke="${hair}" stroke-width="5" opacity=".8" filter="url(#${id('c')})"`) +
    line(dark, tint(hair, -0.04), 1.9) +
    line(lit, tint(hair, lightnessOf(skinOf(o.skin)) < 0.4 ? 0.2 : 0.1), 1.5, 'opacity=".8"')
  )
}

function freckles(stream: Stream, colour: string): string {
  let small = '',
    big = ''
  for (let i = 0; i < 46; i++) {
    const at = d`M${Math.round(stream.between(20, 390))} ${Math.round(stream.between(318, 398))}h.1`
    if (i % 3) small += at
    else big += at
  }
  return group(line(small, colour, 4) + line(big, colour, 7), 'opacity=".45"')
}
