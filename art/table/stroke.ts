import { type Colour, inkOf, tint } from '#art/palette.ts'
import { hash, type Stream, streamOf } from '#art/seed.ts'
import { type Base, cropped, d, ground, group, line, picture, rough } from '#art/svg.ts'

export type StrokeOptions = Base & {
  colours: readonly Colour[]
  background: Colour
  gesture?: 'bars' | 'cross' | 'loop' | 'sweep'
  turn?: number
}

/** Broad strokes of a brush heavy with paint. */
export function stroke(o: StrokeOptions): string {
  return picture(o, 'stroke', cropped, (id) => {
    const stream = streamOf(`stroke ${o.seed}`)
    const [a, b, c] = [0, 1, 2].map((i) => inkOf(o.colours[i % o.colours.length] as Colour)) as [string, string, string]
    const gesture = o.gesture ?? 'bars'
    const inner = {
      bars: () =>
        bar(stream, a, 30, 96, 36, 370) +
        bar(stream, b, 160, 86, 60, 340) +
        (o.colours.length > 2 ? bar(stream, c, 280, 80, 20, 300) : ''),
      cross: () =>
        `${bar(stream, a, 60, 120, 10, 390)}<g transform="rotate(66 200 200)">${bar(stream, b, 150, 110, 0, 380)}</g>`,
      loop: () => ringStroke(stream, a, 120) + bar(stream, b, 250, 80, 120, 400),
      sweep: () => bar(stream, a, -10, 210, 10, 420) + bar(stream, b, 230, 110, 70, 390),
    }[gesture]()
    return `<defs>${rough(id('r'), 14, '.02 .09', hash(o.seed) % 97)}</defs>${ground(inkOf(o.background))}${group(inner, `transform="rotate(${o.turn ?? -18} 200 200)" filter="url(#${id('r')})"`)}`
  })
}

function bar(stream: Stream, colour: string, y: number, height: number, from: number, to: number): string {
  const tones = [-0.06, -0.02, 0.02, 0.06].map((l) => tint(colour, l))
  const paths = tones.map(() => '')
  for (let i = 0; i < 24; i++) {
    const at = y + (i * height) / 24,
      start = from + stream.between(0, 30),
      end = to + stream.between(-60, 30)
    paths[stream.whole(0, 3)] += d`M${start} ${at}C${from + 100} ${at - 26} ${to - 110} ${at + 28} ${end} ${at - 8}`
  }
  return paths.map((path, i) => line(path, tones[i] as string, (height / 24) * 2.2)).join('')
}

function ringStroke(stream: Stream, colour: string, radius: number): string {
  const tones = [-0.06, -0.02, 0.02, 0.06].map((l) => tint(colour, l))
  const paths = tones.map(() => '')
  for (let i = 0; i < 20; i++) {
    const r = radius - 36 + i * 4.2,
      gap = stream.between(0.1, 0.5)
    paths[stream.whole(0, 3)] +=
      d`M${190 + r} ${160}A${r} ${r} 0 1 1 ${190 + Math.cos(-gap) * r} ${160 + Math.sin(-gap) * r}`
  }
  return paths.map((path, i) => line(path, tones[i] as string, 8)).join('')
}
