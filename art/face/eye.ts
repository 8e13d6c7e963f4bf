import { type Colour, type HairTone, hairOf, inkOf, lightnessOf, type Skin, skinOf, tint } from '#art/palette.ts'
import { type Stream, streamOf } from '#art/seed.ts'
import { type Base, blur, clip, cropped, d, dot, ground, group, line, linear, oval, picture, shape } from '#art/svg.ts'

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

/** One made-up eye, close. */
export function eye(o: EyeOptions): string {
  return picture(o, 'eye', cropped, (id) => {
    const stream = streamOf(`eye ${o.seed}`)
    const skin = skinOf(o.skin),
      deep = lightnessOf(skin) < 0.4
    const main = inkOf(o.pigment),
      second = inkOf(o.second ?? 'champagne')
    const finish = o.finish ?? 'shimmer'
    const shadow = tint(skin, deep ? -0.06 : -0.1, 0.01),
      light = tint(skin, deep ? 0.09 : 0.06),
      crease = tint(skin, deep ? -0.1 : -0.2, 0.015)
    const lid = o.open
      ? 'M58 222C78 128 276 92 348 198C292 152 128 156 58 222Z'
      : 'M58 224C92 132 272 104 348 210C302 292 128 298 58 224Z'
    const defs = `<defs>${blur(id('a'), 24)}${blur(id('b'), 9)}${blur(id('c'), 3)}${linear(id('g'), 'across', finish === 'matte' ? [tint(main, 0.06), main, tint(main, -0.08)] : finish === 'cut-crease' ? [second, tint(second, -0.03), tint(main, -0.06)] : [tint(second, 0.02), main, tint(main, -0.14)])}${clip(id('l'), lid)}${clip(id('w'), white(o))}</defs>`
    const soft = `filter="url(#${id('a')})"`
    const planes =
      oval(330, 400, 240, 96, light, soft) +
      oval(12, 230, 66, 150, shadow, `opacity=".9" ${soft}`) +
      oval(240, 108, 140, 26, light, soft)
    const marks =
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
    const wash =
      oval(222, o.lid === 'mono' ? 200 : 190, 160, finish === 'matte' ? 76 : 84, main, `opacity=".78" ${soft}`) +
      shape('M240 192C320 158 372 146 398 120C388 190 352 238 314 248Z', tint(main, -0.1), `opacity=".75" ${soft}`)
    const lidPaint =
      shape(lid, `url(#${id('g')})`) + group(sheen(o, stream, main, second, id), `clip-path="url(#${id('l')})"`)
    const fold =
      o.lid === 'mono'
        ? ''
        : finish === 'cut-crease'
          ? line('M58 208C96 122 272 96 348 196', tint(main, -0.12), 9)
          : line(
              o.lid === 'hooded' ? 'M56 206C110 148 276 124 352 206' : 'M62 206C98 126 272 98 346 196',
              crease,
              3.2,
              'opacity=".6"',
            )
    const graphic =
      finish === 'graphic'
        ? line('M68 190C120 110 280 84 388 138', inkOf(o.second ?? 'bone'), 10) +
          line('M346 202L404 150', inkOf(o.second ?? 'bone'), 8)
        : ''
    const stones =
      finish === 'gems'
        ? [
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
        : ''
    const whole =
      planes +
      marks +
      wash +
      lidPaint +
      fold +
      (o.open ? openEye(o, id, main, crease) : closedLine()) +
      graphic +
      stones +
      brow(o, stream)
    return `${defs}${ground(skin)}<g${o.left ? ' transform="matrix(-1 0 0 1 400 0)"' : ''}>${whole}</g>`
  })
}

const white = (o: EyeOptions) =>
  o.lid === 'mono'
    ? 'M60 222C110 176 280 158 346 204C300 252 130 262 60 222Z'
    : 'M58 222C110 160 280 138 348 202C300 262 130 272 58 222Z'

function sheen(o: EyeOptions, stream: Stream, main: string, second: string, id: (name: string) => string): string {
  const finish = o.finish ?? 'shimmer'
  const y = o.open ? 160 : 222
  const glow =
    finish === 'matte' || finish === 'graphic'
      ? ''
      : oval(
          178,
          y,
          84,
          o.open ? 22 : 42,
          tint(second, lightnessOf(second) > 0.8 ? 0.01 : 0.08),
          `opacity=".72" filter="url(#${id('b')})"`,
        )
  const depth = line('M40 226C98 128 280 96 372 210', tint(main, -0.2), 22, `opacity=".55" filter="url(#${id('b')})"`)
  if (finish !== 'glitter') return glow + depth
  let fine = '',
    big = ''
  for (let i = 0; i < 110; i++) {
    const at = d`M${Math.round(stream.between(80, 330))} ${Math.round(stream.between(122, 280))}h.1`
    if (i % 4) fine += at
    else big += at
  }
  return glow + depth + group(line(fine, tint(second, 0.12), 2.6) + line(big, '#fff', 4), 'opacity=".85"')
}

function lash(x: number, y: number, dx: number, dy: number, bend: number, thick: number): string {
  return d`M${x - thick} ${y}q${dx * bend} ${dy * 0.8} ${dx} ${dy}q${-dx * (1 - bend) * 0.8} ${-dy * 0.3} ${thick * 2 - dx} ${-dy}`
}

function closedLine(): string {
  let lashes = ''
  for (let i = 0; i <= 20; i++) {
    const t = i / 20,
      u = 1 - t
    const x = u * u * 62 + 2 * u * t * 205 + t * t * 348,
      y = u * u * 226 + 2 * u * t * 334 + t * t * 208
    const angle = -0.5 + t * 1.5,
      length = 24 + 34 * Math.sin(Math.PI * Math.min(1, t * 0.8 + 0.14)) + t * 14
    lashes += lash(
      x,
      y - 2,
      Math.sin(angle - 0.08) * length * 0.8 + (t - 0.35) * 16,
      Math.cos(angle * 0.8) * length * 0.84,
      0.16,
      2.4,
    )
  }
  return shape(lashes, '#150d10') + shape('M56 222Q204 340 366 196Q332 264 272 284Q148 310 56 222Z', '#150d10')
}

function openEye(o: EyeOptions, id: (name: string) => string, main: string, crease: string): string {
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

function brow(o: EyeOptions, stream: Stream): string {
  const hair = hairOf(o.brow ?? 'black')
  const { thick, arch } = {
    soft: { thick: 20, arch: 60 },
    full: { thick: 31, arch: 66 },
    arched: { thick: 23, arch: 84 },
  }[o.browShape ?? 'full']
  const base = 120 - (o.open ? 16 : 0)
  let dark = '',
    lit = ''
  for (let i = 0; i < 84; i++) {
    const t = i / 84,
      x = 56 + t * 304,
      y = base - arch * Math.sin(Math.PI * (t * 0.8 + 0.1)) + t * 16
    const width = t < 0.14 ? 0.55 + t * 3.2 : t > 0.66 ? (1 - t) * 2.94 : 1
    const length = 36 * (0.5 + width * 0.5) * stream.between(0.8, 1.15),
      angle = -1.1 + t * 1.4
    const path = d`M${x} ${y + stream.between(-0.5, 0.5) * thick * width + 5}q${Math.cos(angle) * length * 0.5} ${Math.sin(angle) * length * 0.42} ${Math.cos(angle) * length} ${Math.sin(angle) * length * 0.56}`
    if (i % 4 === 3) lit += path
    else dark += path
  }
  return group(line(dark, hair, 3) + line(lit, tint(hair, 0.09), 2.2), 'opacity=".94"')
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
