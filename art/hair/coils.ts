import { type Colour, type HairTone, hairOf, lightnessOf, tint } from '#art/palette.ts'
import { streamOf } from '#art/seed.ts'
import { tonesOf, waving } from './strands.ts'
import { type Base, blur, cropped, ground, line, oval, picture, whole } from '#art/svg.ts'

export type CoilsOptions = Base & {
  hair: HairTone | Colour
  curl?: 'curl' | 'coil' | 'kink'
  size?: number
  light?: 'left' | 'right'
}

/** Curls that fill the frame: loose curls, coils or kinks. */
export function coils(o: CoilsOptions): string {
  return picture(o, 'coils', cropped, (id) => {
    const hair = hairOf(o.hair),
      stream = streamOf(`coils ${o.seed}`)
    const size = o.size ?? 1,
      curl = o.curl ?? 'coil'
    const [deep, base, mid, light, bright] = tonesOf(tint(hair, lightnessOf(hair) < 0.26 ? 0.03 : 0)) as [
      string,
      string,
      string,
      string,
      string,
    ]
    const glow = oval(
      o.light === 'right' ? 310 : 90,
      110,
      190,
      170,
      tint(hair, 0.12, 0.01),
      `opacity=".28" filter="url(#${id('a')})"`,
    )
    let inner = ''
    if (curl === 'curl') {
      const locks = (shift: number, count: number, width: number, tone: number) =>
        waving(
          stream,
          [-70 + shift, 480 + shift],
          [-70, 480],
          -60 + shift,
          470 + shift,
          8,
          50 * size,
          count,
          tint(hair, tone),
          width * size,
        )
      inner = locks(0, 26, 24, -0.02) + locks(14, 22, 15, 0.01) + locks(7, 40, 5, 0.05)
    } else if (curl === 'kink') {
      const layers = [
        [mid, 8, 95],
        [light, 6, 95],
        [bright, 4, 70],
      ] as const
      for (const [colour, width, count] of layers) {
        let path = ''
        for (let i = 0; i < count; i++) {
          const w = stream.between(7, 11) * size,
            h = stream.between(9, 15) * size,
            fall = stream.between(-5, 5)
          path += whole`M${(i % 12) * 37 - 24 + stream.between(0, 34)} ${Math.floor(i / 12) * 50 - 10 + stream.between(0, 44)}q${w / 2} ${-h} ${w} ${fall}t${w} ${fall}t${w} ${fall}t${w} ${fall}`
        }
        inner += line(path, colour, width * size * 0.8)
      }
    } else {
      const layers = [
        [base, 9, 40, 27],
        [mid, 8, 48, 24],
        [light, 6, 48, 20],
        [bright, 3.4, 40, 14],
      ] as const
      for (const [colour, width, count, radius] of layers) {
        const rowHeight = 440 / (count / 8)
        let path = ''
        for (let i = 0; i < count; i++)
          path += curled(
            stream,
            (i % 8) * 56 - 20 + stream.between(0, 50),
            Math.floor(i / 8) * rowHeight - 20 + stream.between(0, rowHeight),
            radius * size * stream.between(0.8, 1.25),
          )
        inner += line(path, colour, width * size)
      }
    }
    return `<defs>${blur(id('a'), 50)}</defs>${ground(deep)}${inner}${glow}`
  })
}

function curled(
  stream: { between(a: number, b: number): number; chance(p: number): boolean },
  x: number,
  y: number,
  r: number,
): string {
  const turn = stream.between(0, 6.28),
    way = stream.chance(0.5) ? 1 : 0
  const cos = Math.cos(turn),
    sin = Math.sin(turn)
  const half = (k: number, side: number) =>
    whole`a${r * k} ${r * k} 0 0 ${way} ${cos * r * k * 2 * side} ${sin * r * k * 2 * side}`
  return whole`M${x} ${y}` + half(0.32, 1) + half(0.62, -1) + half(0.95, 1)
}
