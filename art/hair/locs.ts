import { type Colour, type HairTone, hairOf, inkOf, lightnessOf, tint } from '#art/palette.ts'
import { streamOf } from '#art/seed.ts'
import { type Curve, tonesOf } from './strands.ts'
import { type Base, blur, cropped, d, ground as plain, group, line, picture, shape, whole } from '#art/svg.ts'

export type LocsOptions = Base & {
  hair: HairTone | Colour
  background: Colour
  adorn?: 'none' | 'cuffs' | 'shells' | 'thread'
  accent?: Colour
  width?: number
}

/** Locs hanging free before a plain ground. */
export function locs(o: LocsOptions): string {
  return picture(o, 'locs', cropped, (id) => {
    const hair = hairOf(o.hair),
      stream = streamOf(`locs ${o.seed}`)
    const wanted = inkOf(o.background)
    const ground = Math.abs(lightnessOf(wanted) - lightnessOf(hair)) < 0.14 ? inkOf('bone') : wanted
    const width = o.width ?? 34,
      gap = width * 1.22,
      accent = inkOf(o.accent ?? 'gold')
    const count = Math.ceil(460 / gap)
    const all = Array.from({ length: count }, (_, i) => {
      const x = -20 + i * gap,
        sway = stream.between(-26, 26),
        end = stream.between(330, 470)
      const curve: Curve = [x, -40, x + sway, 100, x - sway, 240, x + sway * 0.5, end]
      return { curve, tone: stream.between(-0.015, 0.05), adorned: stream.chance(0.32), at: stream.between(0.36, 0.74) }
    })
    const path = ([x, y, a, b, c, e, f, g]: Curve) => d`M${x} ${y}C${a} ${b} ${c} ${e} ${f} ${g}`
    const shadow = group(
      line(all.map((l) => path(l.curve)).join(''), '#000', width),
      `opacity=".26" transform="translate(12 10)" filter="url(#${id('b')})"`,
    )
    const drawn = all.map(({ curve, tone, adorned, at }) => {
      const own = tint(hair, tone),
        [deep, , mid, light, bright] = tonesOf(own) as [string, string, string, string, string]
      let wraps = '',
        lit = ''
      for (let y = -30; y < curve[7] - 8; y += Math.max(24, width * 0.68)) {
        const [px] = point(curve, (y + 40) / (curve[7] + 40))
        const w = width * 0.38
        if (stream.chance(0.62)) wraps += whole`M${px - w} ${y + 9}q${w} ${-2} ${w * 2} ${-13}`
        else lit += whole`M${px - w} ${y + 7}q${w} ${-2} ${w * 1.5} ${-11}`
      }
      const trim = o.adorn && o.adorn !== 'none' && adorned ? adornment(o.adorn, point(curve, at), width, accent) : ''
      return (
        line(path(curve), deep, width) +
        line(path(curve), mid, width * 0.7, d`transform="translate(${-width * 0.09} 0)"`) +
        line(wraps, light, width * 0.13) +
        line(lit, bright, width * 0.1) +
        trim
      )
    })
    return `<defs>${blur(id('b'), 7)}</defs>${plain(ground)}${shadow}<g transform="rotate(-5 200 200)">${drawn.join('')}</g>`
  })
}

function point([x0, y0, x1, y1, x2, y2, x3, y3]: Curve, t: number): [number, number] {
  const u = 1 - t
  return [
    u ** 3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t ** 3 * x3,
    u ** 3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t ** 3 * y3,
  ]
}

function adornment(
  kind: 'cuffs' | 'shells' | 'thread',
  [x, y]: [number, number],
  width: number,
  accent: string,
): string {
  const w = width * 0.58
  if (kind === 'thread')
    return line([0, 9, 18, 27].map((dy) => d`M${x - w} ${y + dy}q${w} 6 ${w * 2} 0`).join(''), accent, 5)
  if (kind === 'shells')
    return d`<g transform="translate(${x} ${y})">${shape('M0-20C18-18 18 18 0 20C-18 18-18-18 0-20Z', '#f3e6d2')}${line('M0-13Q5 0 0 13', '#8a5f3c', 2.4)}${line('M-4-7h8M-4 0h8M-4 7h8', '#8a5f3c', 1.4)}</g>`
  return [0, 24]
    .map(
      (dy) =>
        shape(d`M${x - w} ${y + dy}q${w} 6 ${w * 2} 0v15q${-w} 6 ${-w * 2} 0Z`, accent) +
        shape(d`M${x - w * 0.6} ${y + dy + 3}h${w * 0.4}v15h${-w * 0.4}Z`, '#fff', 'opacity=".6"'),
    )
    .join('')
}
