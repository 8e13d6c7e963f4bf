import { bloom } from '#art/face/features.ts'
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
import { streamOf } from '#art/seed.ts'
import { sampleCurve, type Curve, dots, plait, strands, waving } from './strands.ts'
import { type Base, blur, clip, d, group, line, litGround, oval, picture, shape } from '#art/svg.ts'

export type BraidCrownOptions = Base & {
  skin: Skin
  hair: HairTone | Colour
  background: Colour
  kind?: 'halo' | 'waterfall' | 'double'
  flower?: Colour
  adorn?: 'none' | 'flowers' | 'pearls' | 'gypsophila'
  top?: Colour
}

const head = 'M-104 196C-112 90-54 40 0 40S112 90 104 196C100 262 66 306 0 312C-66 306-100 262-104 196Z'

/** A plait that crowns the head, seen from behind. */
export function braidCrown(o: BraidCrownOptions): string {
  return picture(o, 'crown', { square: '18 8 364 364', wide: '-48 14 496 372', tall: '42 0 316 395' }, (id) => {
    const stream = streamOf(`crown ${o.seed}`),
      hair = hairOf(o.hair),
      skin = skinOf(o.skin)
    const ground = panBeside(o.skin, hair, o.background)
    const shade = tint(skin, lightnessOf(skin) < 0.4 ? -0.06 : -0.1, 0.01),
      top = inkOf(o.top ?? 'bone')
    const kind = o.kind ?? 'halo'
    const guides: Curve[] = Array.from({ length: 13 }, (_, i) => {
      const a = (i / 12) * Math.PI * 2,
        ex = Math.cos(a) * 108,
        ey = 176 + Math.sin(a) * 140
      const cx = 0,
        cy = kind === 'waterfall' ? 60 : 158
      return [
        cx + (ex - cx) * 0.06,
        cy + (ey - cy) * 0.06,
        cx + (ex - cx) * 0.4 - (ey - cy) * 0.12,
        cy + (ey - cy) * 0.4 + (ex - cx) * 0.12,
        cx + (ex - cx) * 0.75 - (ey - cy) * 0.1,
        cy + (ey - cy) * 0.75 + (ex - cx) * 0.1,
        ex,
        ey,
      ]
    })
    const coif =
      shape(head, tint(hair, -0.03)) + group(strands(stream, guides, 100, hair, 3.4, 2), `clip-path="url(#${id('h')})"`)
    const neck =
      shape(
        'M-52 240C-48 300-58 320-92 334C-150 352-196 372-218 450H218C196 372 150 352 92 334C58 320 48 300 52 240Z',
        skin,
      ) +
      shape('M-54 266C-46 306-28 316 0 316S46 306 54 266Z', shade, `opacity=".9" filter="url(#${id('b')})"`) +
      line('M0 328V400', shade, 5, `opacity=".6" filter="url(#${id('b')})"`) +
      shape('M-150 372Q0 412 150 372L226 460H-226Z', top) +
      line('M-150 372Q0 412 150 372', tint(top, lightnessOf(top) > 0.8 ? -0.1 : 0.1), 3.4)
    const ring = (rx: number, ry: number, y: number, from = 0, to = 6.2832, step = 17) => {
      const count = Math.round(((to - from) * (rx + ry)) / 2 / step)
      return Array.from({ length: count + 2 }, (_, i) => {
        const a = from + ((to - from) * i) / count
        return [Math.cos(a) * rx, y + Math.sin(a) * ry] as const
      })
    }
    const wisps = line(
      'M-96 206C-110 236-104 262-112 286M98 204C112 240 104 266 114 296M-40 304q-4 16 2 28M36 304q6 12 2 26',
      hair,
      2.2,
      'opacity=".7"',
    )
    let work = ''
    if (kind === 'halo') work = shadowRing(id) + plait(ring(84, 108, 172, -1.2, 5.1), 44, hair)
    else if (kind === 'waterfall') work = plait(sampleCurve([-112, 130, -60, 196, 60, 196, 112, 130], 18), 46, hair)
    else
      work =
        plait(sampleCurve([-30, 66, -80, 120, -70, 220, -8, 280], 18), 42, hair) +
        plait(sampleCurve([30, 66, 80, 120, 70, 220, 8, 280], 18), 42, hair) +
        oval(0, 272, 42, 38, tint(hair, -0.04)) +
        plait(ring(26, 23, 272, 0, 6.4, 13), 28, hair)
    const fall =
      kind === 'waterfall'
        ? shape('M-104 160C-116 240-122 330-104 410H104C122 330 116 240 104 160Z', tint(hair, -0.04)) +
          waving(stream, [-98, 100], [-108, 110], 160, 424, 4, 20, 64, hair, 7)
        : ''
    const ears =
      kind === 'waterfall'
        ? ''
        : [1, -1]
            .map(
              (s) =>
                `<g transform="scale(${s} 1)">${shape('M98 182C116 172 126 194 118 218C113 236 102 244 94 238Z', tint(skin, -0.02))}${line('M106 188C115 190 113 210 104 224', shade, 3.4)}</g>`,
            )
            .join('')
    const lay = adorned(o, kind, stream)
    return `<defs>${blur(id('b'), 7)}${clip(id('h'), head)}</defs>${litGround(id('l'), ground, tint(ground, 0.055), 120, 100, 280)}<g transform="translate(200 6)">${neck}${ears}${fall && coif + fall}${fall ? '' : wisps + coif}${work}${lay}</g>`
  })
}

const shadowRing = (id: (n: string) => string) =>
  `<ellipse cx="4" cy="178" rx="84" ry="108" fill="none" stroke="#000" stroke-width="40" opacity=".25" filter="url(#${id('b')})"/>`

function adorned(o: BraidCrownOptions, kind: string, stream: { between(a: number, b: number): number }): string {
  const petal = inkOf(o.flower ?? 'bone')
  const spots =
    kind === 'waterfall'
      ? [
          [-86, 152],
          [-44, 180],
          [0, 188],
          [46, 178],
          [86, 150],
        ]
      : kind === 'double'
        ? [
            [-52, 262],
            [-30, 288],
            [0, 300],
            [32, 288],
            [54, 262],
          ]
        : [
            [-82, 150],
            [-66, 98],
            [-24, 66],
            [24, 66],
            [66, 98],
            [82, 150],
          ]
  if (o.adorn === 'pearls')
    return dots(
      spots.flatMap(
        ([x, y]) =>
          [
            [x as number, y as number],
            [(x as number) + 14, (y as number) + 12],
          ] as const,
      ),
      5,
      '#f8f3eb',
    )
  if (o.adorn === 'gypsophila')
    return (
      dots(
        spots.flatMap(([x, y]) =>
          Array.from(
            { length: 5 },
            () => [(x as number) + stream.between(-20, 20), (y as number) + stream.between(-16, 16)] as const,
          ),
        ),
        4,
        '#fdfaf3',
      ) +
      dots(
        spots.map(([x, y]) => [(x as number) + 4, (y as number) - 4] as const),
        2.4,
        '#8fb07c',
      )
    )
  if (o.adorn === 'none') return ''
  return spots
    .map(
      ([x, y], i) =>
        oval(
          (x as number) + 14,
          (y as number) + 10,
          13,
          5,
          '#5d8a5a',
          d`transform="rotate(${i * 47} ${(x as number) + 14} ${(y as number) + 10})"`,
        ) + bloom(x as number, y as number, 15 + (i % 3) * 4, i % 2 ? petal : tint(petal, -0.05, 0.02)),
    )
    .join('')
}
