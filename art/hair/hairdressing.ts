import { tint } from '#art/palette.ts'
import type { Stream } from '#art/seed.ts'
import { sampleCurve, cloud, type Curve, mirror, plait, ropes, strands, tonesOf } from './strands.ts'
import { clip, d, group, line, type Name, ring, shape } from '#art/svg.ts'

export const both = (make: (side: 1 | -1) => string) => make(1) + make(-1)
export const pair = (curves: Curve[]) => [...curves, ...curves.map(mirror)]

/** Hair combed back from the brow; the common front of buns, tails and puffs. */
export function sleek(stream: Stream, hair: string, id: Name, part = 0): string {
  const cap = 'M-79 176C-90 96-52 52 0 52S90 96 79 176C75 134 62 110 40 100Q0 90-40 100C-62 110-75 134-79 176Z'
  const top = part || 0
  const combed = both((side) => {
    const a: Curve = [top, 50, side * 10, 66, side * 22, 86, side * 18, 98]
    const b: Curve = [top + side * 4, 52, side * 52, 58, side * 82, 104, side * 79, 172]
    return strands(stream, [a, b], 26, hair, 2.4, 2)
  })
  return clip(id('s'), cap) + shape(cap, hair) + group(combed, `clip-path="url(#${id('s')})"`)
}

export function parted(stream: Stream, hair: string, id: Name, at: number, low: number): string {
  const cap = d`M${at} 96C${at - 26} 116-66 112-76 ${low}C-94 110-66 48 2 46C70 48 94 112 76 ${low}C66 116 ${at + 34} 118 ${at} 96Z`
  const fall = (side: 1 | -1) =>
    strands(
      stream,
      [
        [at, 92, at + side * 26, 104, side * 62, 108, side * 75, low],
        [at, 60, side * 44, 62, side * 88, 96, side * 82, low + 14],
      ],
      22,
      hair,
      3,
      2,
    )
  return clip(id('s'), cap) + shape(cap, hair) + group(both(fall), `clip-path="url(#${id('s')})"`)
}

export const curtain = (length: number, width: number, flick = 0) =>
  d`M0 44C-78 44-96 108-${width - 12} 178C-${width} 230-${width} ${length - 60}-${width + flick} ${length}Q-${width - 34} ${length + 14}-46 ${length - 6}L46 ${length - 6}Q${width - 34} ${length + 14} ${width + flick} ${length}C${width} ${length - 60} ${width} 230 ${width - 12} 178C96 108 78 44 0 44Z`

export const straightFall = (stream: Stream, hair: string, length: number, width: number, flick = 0) =>
  both((side) =>
    strands(
      stream,
      [
        [side * 30, 60, side * 84, 90, side * (width - 8), 180, side * (width + flick), length],
        [side * 20, 90, side * 62, 130, side * 60, 220, side * 52, length],
      ],
      30,
      hair,
      4,
      3,
    ),
  )

export function gloss(hair: string, y: number, id: Name): string {
  return line(
    d`M-58 ${y + 22}Q0 ${y - 20} 58 ${y + 22}`,
    tint(hair, 0.2, 0.02),
    10,
    `opacity=".4" filter="url(#${id('b2')})"`,
  )
}

export const bun = (stream: Stream, hair: string, x: number, y: number, r: number) => {
  const tones = tonesOf(hair)
  const turns = tones.map((tone, t) => {
    let path = ''
    for (let i = 0; i < 6; i++) {
      const q = r * (0.14 + 0.82 * ((i * 5 + t) / 30)),
        a = stream.between(0, 6.28),
        b = a + stream.between(1.4, 2.8)
      path += d`M${x + Math.cos(a) * q} ${y + Math.sin(a) * q}A${q} ${q} 0 0 1 ${x + Math.cos(b) * q} ${y + Math.sin(b) * q}`
    }
    return line(path, tone, t > 2 ? 2 : 3.2)
  })
  return shape(ring(x, y, r), hair) + turns.join('')
}

export const hairline = (stream: Stream, hair: string, size = 11, curled = 0.8) => {
  const spots: [number, number][] = Array.from({ length: 21 }, (_, i) => {
    const t = i / 20
    return [-74 + t * 148, 128 - 44 * Math.sin(Math.PI * t) ** 0.7 + stream.between(-3, 3)]
  })
  const crown = [-54, -32, -10, 12, 34, 56].map(
    (x) => [x, 80 - (1 - (x / 60) ** 2) * 12 + stream.between(-3, 3)] as const,
  )
  return (
    shape('M-78 150C-88 90-56 50 0 50S88 90 78 150C70 112 40 94 0 94S-70 112-78 150Z', hair) +
    cloud(stream, curled ? [...crown, ...spots] : spots, size, hair, curled)
  )
}

export const curlsDown = (stream: Stream, hair: string, length: number) => {
  const curves: Curve[] = [0, 1, 2, 3].map((i) => [
    30 + i * 13,
    66 + i * 8,
    96 + i * 12,
    110,
    62 + i * 16,
    190,
    66 + i * 17,
    length - i * 18 + stream.between(-10, 10),
  ])
  return cloud(
    stream,
    pair(curves).flatMap((c) => sampleCurve(c, 31)),
    18,
    hair,
    0.6,
  )
}

export function cornrowed(_stream: Stream, hair: string, id: Name, rows: number): string {
  const cap = 'M-79 172C-88 96-52 54 0 54S88 96 79 172C74 136 62 114 44 104Q0 92-44 104C-62 114-74 136-79 172Z'
  const lines = Array.from({ length: rows }, (_, i) => {
    const t = (i / (rows - 1)) * 2 - 1
    return plait(sampleCurve([t * 26, 46, t * 60, 62, t * 74, 84, t * 76, 98 + Math.abs(t) ** 2 * 68], 12), 16, hair)
  })
  return clip(id('s'), cap) + shape(cap, tint(hair, -0.05)) + group(lines.join(''), `clip-path="url(#${id('s')})"`)
}

export function locFront(hair: string, id: Name): string {
  const cap = 'M-80 176C-92 94-54 46 0 46S92 94 80 176C74 138 62 114 42 104Q0 90-42 104C-62 114-74 138-80 176Z'
  const rows: Curve[] = [0, 1, 2, 3, 4, 5, 6].map((i) => [
    2,
    50 + i * 5,
    40 + i * 2,
    50 + i * 7,
    80 - i * 9,
    84 + i * 2,
    82 - i * 12.5,
    166 - i * 11,
  ])
  return (
    clip(id('s'), cap) +
    shape(cap, tint(hair, -0.05)) +
    group(ropes(pair(rows), 13, hair), `clip-path="url(#${id('s')})"`)
  )
}
