import { type Colour, inkOf, lightnessOf, panFor, type Skin, skinOf, tint } from '#art/palette.ts'
import { streamOf } from '#art/seed.ts'
import { type Base, blur, clip, d, dot, entire, group, line, litGround, picture, shape } from '#art/svg.ts'

export type MehndiOptions = Base & {
  skin: Skin
  background: Colour
  motif?: 'mandala' | 'vine' | 'paisley' | 'lattice'
  /** Brown henna, or the pale paste that shows on deep skin. */
  paste?: 'henna' | 'pale'
  nail?: Colour
  bangles?: readonly Colour[]
  left?: boolean
}

const fingers = [
  { x: -58, y: 196, turn: -9, length: 140, width: 35 },
  { x: -18, y: 186, turn: -2, length: 164, width: 37 },
  { x: 23, y: 190, turn: 5, length: 152, width: 35 },
  { x: 61, y: 206, turn: 13, length: 114, width: 30 },
]

/** A hand dressed with henna. */
export function mehndiHand(o: MehndiOptions): string {
  return picture(o, 'mehndi', { ...entire, wide: '-58 -2 516 387', square: '4 0 392 392' }, (id) => {
    const stream = streamOf(`mehndi ${o.seed}`)
    const skin = skinOf(o.skin),
      deep = lightnessOf(skin) < 0.45
    const ground = panFor(o.skin, o.background)
    const pale = (o.paste ?? (o.skin < 4 ? 'pale' : 'henna')) === 'pale'
    const ink = pale ? '#f1dfc2' : tint('#5d2413', o.skin > 8 ? 0.06 : -0.02)
    const shade = tint(skin, deep ? -0.06 : -0.09, 0.012)
    const nail = inkOf(o.nail ?? 'brick')
    const palm =
      'M-80 214C-86 182-60 174-40 178C-20 168 10 168 30 176C54 178 80 190 82 216C86 262 74 300 58 328C52 352 54 380 60 440H-62C-54 380-56 356-64 330C-80 300-84 256-80 214Z'
    const thumb = 'M-66 332C-100 312-128 274-140 238C-146 220-124 208-112 224C-98 248-84 262-64 268Z'
    const drawnFingers = fingers
      .map((f) => {
        const w = f.width / 2
        const body = d`M${-w} 30V${-f.length + w + 8}C${-w} ${-f.length - 4} ${w} ${-f.length - 4} ${w} ${-f.length + w + 8}V30Z`
        const top = -f.length
        const nailShape = d`M${-w * 0.62} ${top + 26}C${-w * 0.7} ${top + 6}${-w * 0.4} ${top - 14} 0 ${top - 16}C${w * 0.4} ${top - 14} ${w * 0.7} ${top + 6} ${w * 0.62} ${top + 26}C${w * 0.5} ${top + 36}${-w * 0.5} ${top + 36}${-w * 0.62} ${top + 26}Z`
        return d`<g transform="translate(${f.x} ${f.y})rotate(${f.turn})">${shape(body, skin)}${line(d`M${w - 2} 20V${-f.length + w + 10}`, shade, 5, `opacity=".7" filter="url(#${id('b')})"`)}${line(d`M${-w * 0.6} ${-f.length * 0.62}q${w * 0.6}-5 ${w * 1.2} 0M${-w * 0.5} ${-f.length * 0.62 + 6}q${w * 0.5}-4 ${w} 0`, shade, 2)}${shape(nailShape, nail)}${line(d`M${-w * 0.3} ${top + 22}q-2-14 2-24`, '#fff', 3, 'opacity=".6"')}${fingerLace(f.length, w, ink, o.motif ?? 'mandala')}</g>`
      })
      .join('')
    const hand =
      line(outline(), tint(ground, -0.35), 46, `opacity=".32" transform="translate(12 14)" filter="url(#${id('a')})"`) +
      drawnFingers +
      shape(thumb, skin) +
      shape('M-137 236C-144 220-128 212-118 224L-112 236C-118 244-130 246-137 236Z', nail) +
      shape(palm, skin) +
      line(
        'M-40 196C-44 240-30 290-20 320M2 190V312M42 198C40 240 30 280 22 316',
        shade,
        5,
        `opacity=".35" filter="url(#${id('b')})"`,
      ) +
      line('M-66 300C-74 284-78 276-84 268', shade, 3, 'opacity=".7"')
    const art =
      group(back(o.motif ?? 'mandala', ink, stream.whole(8, 12)) + cuff(ink), `clip-path="url(#${id('p')})"`) +
      line('M-78 288q-14-14-26-32M-86 300q-12-10-20-22', ink, 2.4)
    const bangles = (o.bangles ?? [])
      .map(
        (c, i) =>
          line(d`M-64 ${372 + i * 13}Q0 ${386 + i * 13} 62 ${372 + i * 13}`, inkOf(c), 9) +
          line(d`M-40 ${376 + i * 13}Q-20 ${381 + i * 13} 0 ${381 + i * 13}`, '#fff', 2.6, 'opacity=".6"'),
      )
      .join('')
    return `<defs>${blur(id('a'), 14)}${blur(id('b'), 3)}${clip(id('p'), palm)}</defs>${litGround(id('h'), ground, tint(ground, 0.055), 110, 110, 270)}<g transform="${o.left ? 'matrix(-1 0 0 1 400 0)' : ''}translate(206 4)rotate(${Math.round(stream.between(-8, 8))} 0 300)">${hand}${art}${bangles}</g>`
  })
}

const outline = () => 'M-58 190L-78 80M-18 190L-22 50M22 190L34 66M60 200L84 110M0 220V400M-60 300L-126 240'

function fingerLace(length: number, w: number, ink: string, motif: string): string {
  const step = length * 0.15
  const rows = [1.35, 2.05, 2.75, 3.35].map((k) => -k * step)
  const bands = line(
    rows
      .filter((_, i) => i % 2 === 0)
      .map((y) => d`M${-w + 3} ${y}q${w - 3} 6 ${2 * w - 6} 0M${-w + 3} ${y - 5}q${w - 3} 6 ${2 * w - 6} 0`)
      .join(''),
    ink,
    2,
  )
  const marks =
    motif === 'lattice'
      ? line(
          rows.map((y) => d`M${-w + 4} ${y}l${w * 2 - 8} ${-step}M${w - 4} ${y}l${8 - w * 2} ${-step}`).join(''),
          ink,
          1.6,
        )
      : rows.map((y, i) => (i % 2 ? petals(0, y - 2, 8, 6, ink) : '')).join('') +
        line(d`M0 ${-step * 3.7}q-7-10 0-20q7 10 0 20M0 ${-step * 3.7 - 24}v-4`, ink, 2)
  return bands + marks
}

const petals = (x: number, y: number, r: number, count: number, ink: string) =>
  line(
    Array.from({ length: count }, (_, i) => {
      const a = (i / count) * 6.283
      return d`M${x + Math.cos(a) * r * 0.66} ${y + Math.sin(a) * r * 0.66}h.1`
    }).join(''),
    ink,
    r * 0.52,
  ) + dot(x, y, r * 0.24, ink)

function back(motif: string, ink: string, count: number): string {
  const y = 250
  const round = (n: number, make: (a: number) => string) =>
    Array.from({ length: n }, (_, i) => make((i / n) * 6.2832)).join('')
  const at = (a: number, r: number) => d`${Math.cos(a) * r} ${y + Math.sin(a) * r}`
  if (motif === 'vine') {
    const stem = 'M46 344C10 320-40 300-30 262C-22 232 40 240 44 212C46 196 30 190 10 186'
    return (
      line(stem, ink, 3.4) +
      [
        [30, 336, 30],
        [-2, 318, -50],
        [-34, 292, 70],
        [-20, 250, -20],
        [14, 240, 60],
        [40, 222, -40],
        [20, 196, 20],
      ]
        .map(
          ([x, ly, t]) =>
            d`<g transform="translate(${x as number} ${ly as number})rotate(${t as number})">${shape('M0 0C10-16 26-16 34-4C24 8 10 8 0 0Z', 'none', `stroke="${ink}" stroke-width="2.4"`)}${line('M4-1L26-4M12-2l4-6M18-3l5-4', ink, 1.5)}</g>`,
        )
        .join('') +
      petals(-52, 226, 16, 7, ink) +
      petals(56, 290, 14, 7, ink) +
      petals(-40, 330, 10, 6, ink)
    )
  }
  if (motif === 'paisley') {
    const one =
      shape(
        'M0 46C-34 44-46 10-26-18C-10-40 22-44 34-30C22-30 18-18 26 2C32 24 22 46 0 46Z',
        'none',
        `stroke="${ink}" stroke-width="3"`,
      ) +
      shape(
        'M0 32C-20 30-28 8-14-10C-4-22 8-24 14-20C8-14 8-4 12 8C16 20 12 32 0 32Z',
        'none',
        `stroke="${ink}" stroke-width="1.8"`,
      ) +
      petals(-2, 10, 11, 7, ink) +
      line('M-34 30l-6 6M-42 12l-8 2M-40-8l-8-3M-28-28l-6-6M-8-40l-2-8M16-44l2-8', ink, 2.6)
    return (
      `<g transform="translate(-6 244)rotate(-14)">${one}</g><g transform="translate(38 308)rotate(150)scale(.62)">${one}</g>` +
      petals(-54, 306, 12, 7, ink) +
      petals(52, 222, 12, 7, ink)
    )
  }
  if (motif === 'lattice')
    return (
      line(
        [-3, -2, -1, 0, 1, 2, 3].map((i) => d`M${i * 26 - 60} 190l120 130M${i * 26 + 60} 190l-120 130`).join(''),
        ink,
        1.8,
      ) +
      round(6, (a) => petals(Math.cos(a) * 38, y + Math.sin(a) * 38, 8, 6, ink)) +
      dot(0, y, 26, ink, 'opacity=".94"') +
      petals(0, y, 20, 9, '#f1dfc2')
    )
  return (
    dot(0, y, 6, ink) +
    line(
      round(count, (a) => d`M${at(a, 10)}Q${at(a + 0.26, 22)} ${at(a, 28)}Q${at(a - 0.26, 22)} ${at(a, 10)}`),
      ink,
      2,
    ) +
    line(`M-33 ${y}a33 33 0 1 0 66 0a33 33 0 1 0-66 0M-37 ${y}a37 37 0 1 0 74 0a37 37 0 1 0-74 0`, ink, 2) +
    line(
      round(count + 4, (a) => d`M${at(a - 0.2, 37)}Q${at(a, 58)} ${at(a + 0.2, 37)}`),
      ink,
      2.4,
    ) +
    line(
      round(count + 4, (a) => d`M${at(a, 41)}L${at(a, 45)}`),
      ink,
      3,
    ) +
    line(
      round(count + 4, (a) => d`M${at(a, 55)}h.1`),
      ink,
      4.6,
    ) +
    line('M-12 186q12-16 24 0M0 178v-8', ink, 2.4)
  )
}

const cuff = (ink: string) =>
  line('M-70 338Q0 354 66 338M-66 346Q0 362 64 346M-62 370Q0 386 62 370', ink, 2.6) +
  line(
    Array.from({ length: 9 }, (_, i) => d`M${-60 + i * 14} ${350 + 6 - Math.abs(i - 4) * 1.2}q7 12 14 0`).join(''),
    ink,
    2.2,
  ) +
  line(Array.from({ length: 10 }, (_, i) => d`M${-58 + i * 13} ${367 + 4 - Math.abs(i - 4.5)}h.1`).join(''), ink, 4.4)
