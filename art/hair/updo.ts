import {
  type Colour,
  type HairTone,
  hairOf,
  inkOf,
  lightnessOf,
  panBeside,
  type Skin,
  skinOf,
  tint,
} from '#art/palette.ts'
import { type Stream, streamOf } from '#art/seed.ts'
import { sampleCurve, cloud, type Curve, dots, plait, ropes, scatter, strands, tonesOf, waving } from './strands.ts'
import { adorned } from './updo-adorned.ts'
import {
  type Base,
  blur,
  clip,
  d,
  dot,
  group,
  line,
  linear,
  litGround,
  type Name,
  oval,
  picture,
  shape,
} from '#art/svg.ts'

export const updoStyles = [
  'chignon',
  'high-bun',
  'twist',
  'half-up',
  'plait',
  'fishtail',
  'puff',
  'cornrow-bun',
  'pony',
  'pinned-curls',
  'locs-up',
] as const
type UpdoStyle = (typeof updoStyles)[number]

export type UpdoOptions = Base & {
  skin: Skin
  hair: HairTone | Colour
  style: UpdoStyle
  background: Colour
  top?: Colour
  back?: 'vee' | 'straps' | 'lace' | 'high' | 'bare'
  adorn?: 'none' | 'pearls' | 'flowers' | 'comb' | 'ribbon' | 'veil'
  earrings?: boolean
  metal?: Colour
  flower?: Colour
}

const head = 'M-92 186C-98 92-46 46 0 46S98 92 92 186C88 246 58 288 0 294C-58 288-88 246-92 186Z'

/** The back of a head: the hairdresser's own view of her work. */
export function updo(o: UpdoOptions): string {
  return picture(o, 'updo', { square: '14 14 372 372', wide: '-54 20 500 375', tall: '40 0 316 395' }, (id) => {
    const stream = streamOf(`updo ${o.seed}`)
    const hair = hairOf(o.hair),
      skin = skinOf(o.skin)
    const ground = panBeside(o.skin, hair, o.background)
    const defs = `<defs>${blur(id('b'), 7)}${clip(id('h'), head)}${linear(id('v'), 'down', [tint(ground, 0.1), '#fff'])}</defs>`
    const { under, over } = styled(o, hair, stream, id)
    return `${defs}${litGround(id('l'), ground, tint(ground, 0.055), 120, 110, 280)}<g transform="translate(200 0)">${under}${shoulders(o, skin, id)}${ears(o, skin)}${over}${adorned(o, stream)}</g>`
  })
}

function shoulders(o: UpdoOptions, skin: string, id: Name): string {
  const deep = lightnessOf(skin) < 0.4
  const shade = tint(skin, deep ? -0.06 : -0.1, 0.01)
  const top = inkOf(o.top ?? 'bone'),
    trim = tint(top, lightnessOf(top) > 0.8 ? -0.1 : 0.1)
  const back = {
    vee: [
      'M-98 336C-70 352-30 380 0 420C30 380 70 352 98 336C150 350 206 376 226 450H-226C-206 376-150 350-98 336Z',
      'M-98 336C-70 352-30 380 0 420C30 380 70 352 98 336',
    ],
    straps: ['M-112 340L-98 336L-66 398Q0 410 66 398L98 336L112 340L126 450H-126Z', 'M-66 398Q0 410 66 398'],
    lace: ['M-70 322Q0 352 70 322C130 346 206 376 226 450H-226C-206 376-130 346-70 322Z', 'M-70 322Q0 352 70 322'],
    high: ['M-52 306Q0 326 52 306C70 330 204 360 226 450H-226C-204 360-70 330-52 306Z', 'M-52 306Q0 326 52 306'],
    bare: ['M-170 386Q0 420 170 386L200 460H-200Z', 'M-170 386Q0 420 170 386'],
  }[o.back ?? 'vee'] as [string, string]
  const lace =
    o.back === 'lace'
      ? dots(
          scatter(0, 372, 180, 44, 60).filter(([, y]) => y > 346),
          2.6,
          trim,
        ) +
        dots(
          scatter(0, 392, 170, 30, 20).filter(([, y]) => y > 356),
          5,
          trim,
          'opacity=".6"',
        )
      : ''
  const buttons =
    o.back === 'high' || o.back === 'lace'
      ? dots(
          [346, 360, 374, 388].map((y) => [0, y] as const),
          3,
          trim,
        )
      : ''
  return (
    shape(
      'M-50 232C-46 296-56 316-88 330C-146 350-192 370-214 450H214C192 370 146 350 88 330C56 316 46 296 50 232Z',
      skin,
    ) +
    shape('M-52 250C-44 296-28 306 0 306S44 296 52 250Z', shade, `opacity=".9" filter="url(#${id('b')})"`) +
    line('M0 318V400', shade, 5, `opacity=".7" filter="url(#${id('b')})"`) +
    line('M-96 400Q-60 380-44 350M96 400Q60 380 44 350', shade, 5, `opacity=".5" filter="url(#${id('b')})"`) +
    shape(back[0], top, o.back === 'lace' ? 'opacity=".86"' : '') +
    lace +
    buttons +
    line(back[1], trim, 3.4)
  )
}

function ears(o: UpdoOptions, skin: string): string {
  const one =
    shape('M86 172C104 162 114 184 106 208C101 226 90 234 82 228Z', tint(skin, -0.02)) +
    line('M94 178C103 180 101 200 92 214', tint(skin, -0.1, 0.01), 3.4) +
    (o.earrings === false
      ? ''
      : dot(93, 222, 4, inkOf(o.metal ?? 'gold')) +
        shape('M93 227C101 239 101 249 93 253C85 249 85 239 93 227Z', inkOf(o.metal ?? 'gold')))
  return `<g>${one}</g><g transform="scale(-1 1)">${one}</g>`
}

/** Hair combed from all round the head to one point. */
function gathered(stream: Stream, hair: string, x: number, y: number, count = 96): string {
  const guides: Curve[] = Array.from({ length: 13 }, (_, i) => {
    const a = (i / 12) * Math.PI * 2,
      ex = Math.cos(a) * 95,
      ey = 170 + Math.sin(a) * 126
    return [
      ex,
      ey,
      ex * 0.86 + x * 0.1,
      ey + (y - ey) * 0.22,
      x + (ex - x) * 0.42,
      y + (ey - y) * 0.36,
      x + (ex - x) * 0.1,
      y + (ey - y) * 0.1,
    ]
  })
  return strands(stream, guides, count, hair, 3.2, 2)
}

const coif = (hair: string, inner: string, id: Name) =>
  shape(head, tint(hair, -0.03)) + group(inner, `clip-path="url(#${id('h')})"`)
const nape = (hair: string) =>
  line('M-50 280C-46 290-40 296-38 304M-24 290q0 10 4 16M30 288q2 10-2 17M48 280q-2 12-8 20', hair, 2, 'opacity=".6"')

function coiled(stream: Stream, hair: string, x: number, y: number, r: number, flat = 0.92): string {
  const tones = tonesOf(hair)
  const arcs = tones.map((tone, t) => {
    let path = ''
    for (let i = 0; i < 9; i++) {
      const q = r * (0.1 + 0.86 * ((i * 5 + t) / 45)),
        a = stream.between(0, 6.28),
        b = a + stream.between(1.2, 2.6)
      path += d`M${x + Math.cos(a) * q} ${y + Math.sin(a) * q * flat}A${q} ${q * flat} 0 0 1 ${x + Math.cos(b) * q} ${y + Math.sin(b) * q * flat}`
    }
    return line(path, tone, t > 2 ? 2.4 : 3.8)
  })
  return oval(x, y, r, r * flat, tint(hair, -0.02)) + arcs.join('')
}

function rosette(hair: string, x: number, y: number, r: number): string {
  return (
    oval(x, y, r, r * 0.9, tint(hair, -0.05)) +
    [0.82, 0.4]
      .map((k) => {
        const size = Math.max(3, Math.round((r * k) / 3.2))
        return plait(
          Array.from(
            { length: size + 2 },
            (_, i) => [x + Math.cos((i / size) * 6.3) * r * k, y + Math.sin((i / size) * 6.3) * r * k * 0.9] as const,
          ),
          r * 0.5,
          hair,
        )
      })
      .join('')
  )
}

function styled(o: UpdoOptions, hair: string, stream: Stream, id: Name): { under: string; over: string } {
  const shadow = (y: number, r: number) =>
    oval(3, y + 10, r, r * 0.86, '#000', `opacity=".3" filter="url(#${id('b')})"`)
  const sleek = (x: number, y: number) => nape(hair) + coif(hair, gathered(stream, hair, x, y), id)
  const down: Curve = [0, 230, -12, 280, 14, 340, 0, 440]
  switch (o.style) {
    case 'chignon':
      return { under: '', over: sleek(0, 226) + shadow(228, 62) + coiled(stream, hair, 0, 226, 62) }
    case 'high-bun':
      return {
        under: coiled(stream, hair, 0, 62, 62, 0.95),
        over: sleek(0, 96) + shadow(70, 54) + coiled(stream, hair, 0, 66, 60, 0.95),
      }
    case 'twist': {
      const roll = 'M-30 286C-44 220-40 120-4 76C20 60 44 80 40 110C36 160 34 230 20 290Z'
      return {
        under: '',
        over:
          nape(hair) +
          coif(hair, gathered(stream, hair, -6, 180, 84), id) +
          clip(id('r'), roll) +
          shape(roll, tint(hair, -0.01)) +
          group(
            strands(
              stream,
              [
                [-30, 290, -46, 200, -38, 110, 0, 74],
                [-4, 294, -16, 200, -8, 120, 16, 80],
                [20, 292, 32, 220, 38, 150, 38, 96],
              ],
              60,
              hair,
              3.4,
              2,
            ),
            `clip-path="url(#${id('r')})"`,
          ) +
          line('M-31 284C-44 210-40 124-4 78', tint(hair, -0.1), 4),
      }
    }
    case 'half-up': {
      const fall = 'M-94 180C-106 240-112 320-96 400H96C112 320 106 240 94 180Z'
      const textured = stream.chance(0.5)
      const hanging = textured
        ? cloud(
            stream,
            [-4, -3, -2, -1, 0, 1, 2, 3, 4].flatMap((i) =>
              sampleCurve([i * 21, 176, i * 25, 230, i * 22, 300, i * 24, 372 + (i % 2) * 18], 30),
            ),
            18,
            hair,
            0.8,
          )
        : shape(fall, tint(hair, -0.03)) + waving(stream, [-90, 92], [-96, 98], 150, 410, 4, 18, 62, hair, 7)
      return {
        under: '',
        over:
          hanging +
          coif(hair, gathered(stream, hair, 0, 168, 84), id) +
          shadow(168, 36) +
          coiled(stream, hair, 0, 166, 38),
      }
    }
    case 'plait':
      return { under: '', over: sleek(0, 240) + shadow(252, 34) + plait(sampleCurve(down, 25), 62, hair) }
    case 'fishtail':
      return { under: '', over: sleek(0, 226) + shadow(240, 34) + plait(sampleCurve(down, 13), 58, hair) }
    case 'puff':
      return {
        under: cloud(stream, scatter(0, 70, 104, 78, 52), 20, hair, 0.8),
        over: sleek(0, 130) + cloud(stream, scatter(0, 76, 88, 54, 36), 20, hair, 0.9),
      }
    case 'cornrow-bun': {
      const rows = [-3, -2, -1, 0, 1, 2, 3]
        .map((i) =>
          plait(sampleCurve([i * 22, 300 - Math.abs(i) * 11, i * 40, 230, i * 34, 150, i * 11, 106], 20), 29, hair),
        )
        .join('')
      return {
        under: '',
        over:
          shape(head, tint(skinOf(o.skin), -0.05)) +
          group(rows, `clip-path="url(#${id('h')})"`) +
          shadow(92, 58) +
          rosette(hair, 0, 88, 66),
      }
    }
    case 'pony': {
      const fall = 'M-28 230C-44 300-46 360-40 450H42C46 360 40 300 26 230Z'
      return {
        under: '',
        over:
          sleek(0, 226) +
          shadow(238, 30) +
          clip(id('r'), fall) +
          shape(fall, tint(hair, -0.02)) +
          group(
            strands(
              stream,
              [
                [-24, 226, -46, 300, -46, 360, -40, 450],
                [0, 226, 0, 300, 2, 360, 0, 450],
                [24, 226, 42, 300, 46, 360, 42, 450],
              ],
              70,
              hair,
              3.6,
              3,
            ),
            `clip-path="url(#${id('r')})"`,
          ) +
          shape('M-28 218Q0 228 28 218L28 244Q0 254-28 244Z', inkOf(o.metal ?? 'gold')),
      }
    }
    case 'pinned-curls':
      return {
        under: '',
        over:
          nape(hair) +
          coif(hair, gathered(stream, hair, 0, 180, 70), id) +
          shadow(186, 74) +
          pinnedCurls(stream, hair, id),
      }
    case 'locs-up':
      return {
        under: '',
        over:
          shape(head, tint(hair, -0.06)) +
          group(
            ropes(
              Array.from({ length: 16 }, (_, i): Curve => {
                const a = (i / 16) * 6.283,
                  x = Math.cos(a) * 96,
                  y = 176 + Math.sin(a) * 126
                return [x, y, x * 0.8, y, x * 0.5, 110 + (y - 110) * 0.5, x * 0.2, 110 + (y - 110) * 0.2]
              }),
              19,
              hair,
            ),
            `clip-path="url(#${id('h')})"`,
          ) +
          shadow(96, 56) +
          ropes(
            [0, 1, 2].map(
              (i): Curve => [
                -60 + i * 12,
                96 + i * 8,
                -50 + i * 10,
                20 + i * 18,
                60 - i * 10,
                24 + i * 18,
                60 - i * 12,
                92 + i * 6,
              ],
            ),
            24,
            hair,
          ) +
          ropes(
            [0, 1, 2].map(
              (i): Curve => [
                -58 + i * 14,
                96 - i * 3,
                -50 + i * 14,
                148 - i * 14,
                54 - i * 14,
                150 - i * 14,
                58 - i * 14,
                92 - i * 2,
              ],
            ),
            24,
            hair,
          ),
      }
  }
}

function pinnedCurls(stream: Stream, hair: string, id: Name): string {
  const tones = tonesOf(hair)
  const swirl = (r: number, x: number, y: number) => d`M${-r} 0A${r} ${r} 0 1 1 ${x} ${y}`
  const curl = `<g id="${id('q')}">${line(swirl(20, 11, 16) + swirl(13, 9, 9) + swirl(6, 4, 4), tones[3] as string, 3)}${line('M-17 0A17 17 0 0 1 0-17', tones[4] as string, 2)}</g>`
  const placed = scatter(0, 184, 74, 64, 17).map(([x, y], i) => {
    const at = `transform="translate(${Math.round(x)} ${Math.round(y)})rotate(${Math.round(stream.between(0, 360))})"`
    return `<circle r="${stream.whole(21, 25)}" fill="${tones[i % 2 ? 1 : 2]}" ${at}/><use href="#${id('q')}" ${at}/>`
  })
  return `<defs>${curl}</defs>${placed.join('')}`
}
