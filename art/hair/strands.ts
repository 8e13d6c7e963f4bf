import { lightnessOf, tint } from '#art/palette.ts'
import type { Stream } from '#art/seed.ts'
import { d, line, whole } from '#art/svg.ts'

/** A cubic curve: start, two handles, end. */
export type Curve = readonly [number, number, number, number, number, number, number, number]

/** Five tones of one hair colour, shadow to light. */
export function tonesOf(hair: string): string[] {
  const range = lightnessOf(hair) < 0.26 ? 1.3 : 1
  return [-0.06, -0.02, 0.03, 0.075, 0.13].map((l, i) => tint(hair, l * range, i > 2 ? 0.012 : 0))
}

export const mirror = (c: Curve): Curve => c.map((v, i) => (i % 2 ? v : -v)) as unknown as Curve

const mix = (a: Curve, b: Curve, t: number): Curve =>
  a.map((v, i) => v + ((b[i] as number) - v) * t) as unknown as Curve

const asPath = ([x, y, a, b, e, f, g, h]: Curve) =>
  d`M${Math.round(x)} ${Math.round(y)}c${Math.round(a - x)} ${Math.round(b - y)} ${Math.round(e - x)} ${Math.round(f - y)} ${Math.round(g - x)} ${Math.round(h - y)}`

/** Strands fanned between guide curves, gathered into one path per tone. */
export function strands(
  stream: Stream,
  guides: readonly Curve[],
  count: number,
  hair: string,
  width = 3,
  wander = 4,
): string {
  const tones = tonesOf(hair)
  const paths = tones.map(() => '')
  const each = Math.round(count / Math.max(1, guides.length - 1))
  for (let g = 0; g < guides.length - 1; g++) {
    for (let i = 0; i < each; i++) {
      const curve = mix(guides[g] as Curve, guides[g + 1] as Curve, (i + stream.next()) / each)
      const tone = stream.whole(0, tones.length - 1)
      paths[tone] += asPath(curve.map((v) => v + stream.between(-wander, wander)) as unknown as Curve)
    }
  }
  return paths
    .map((path, i) => line(path, tones[i] as string, width * (i === 4 ? 0.55 : i === 3 ? 0.8 : 1.15)))
    .join('')
}

/** One small curl as two joined half circles. */
function spiral(x: number, y: number, r: number, turn: number, wise: boolean): string {
  const cos = Math.cos(turn),
    sin = Math.sin(turn),
    way = wise ? 1 : 0
  const inner = Math.round(r * 0.5),
    outer = Math.round(r)
  return whole`M${x} ${y}a${inner} ${inner} 0 0 ${way} ${cos * inner * 2} ${sin * inner * 2}a${outer} ${outer} 0 0 ${way}${-cos * outer * 2} ${-sin * outer * 2}`
}

/** Renders round dots of one size as short strokes with round ends, which are much shorter than circles. */
export const dots = (spots: readonly (readonly [number, number])[], r: number, colour: string, more = ''): string =>
  line(spots.map(([x, y]) => whole`M${x} ${y}h.1`).join(''), colour, r * 2, more)

/** A cloud of curls: round lobes with a lit side, then small curls in two lights. */
export function cloud(
  stream: Stream,
  spots: readonly (readonly [number, number])[],
  size: number,
  hair: string,
  curled = 1,
): string {
  const [, , mid, light, bright] = tonesOf(hair) as [string, string, string, string, string]
  const lobes = spots.filter(() => stream.chance(0.6)).map(([x, y]) => [x - size * 0.1, y - size * 0.2] as const)
  let curls = '',
    glints = ''
  for (const [x, y] of spots) {
    if (!stream.chance(curled)) continue
    const curl = spiral(x, y, size * stream.between(0.4, 0.6), stream.between(0, 6.28), stream.chance(0.5))
    if (stream.chance(0.6)) curls += curl
    else glints += curl
  }
  return (
    dots(spots, size, hair) +
    dots(lobes, size * 0.74, mid, 'opacity=".7"') +
    (line(curls, light, size * 0.17) + line(glints, bright, size * 0.14))
  )
}

/** Many narrow plaits along nearly upright curves, as two rows of beads. */
export function boxBraids(curves: readonly Curve[], width: number, hair: string): string {
  const [deep, , mid, light, bright] = tonesOf(hair) as [string, string, string, string, string]
  const path = curves.map(asPath).join('')
  const bead = width * 0.3,
    gap = width * 0.62
  const row = (colour: string, wide: number, shift: number, start: number) =>
    line(
      path,
      colour,
      wide,
      d`stroke-dasharray="${bead} ${gap}" stroke-dashoffset="${start}" transform="translate(${shift} 0)"`,
    )
  return (
    line(path, deep, width) +
    row(mid, width * 0.5, width * 0.22, bead + gap * 0.3) +
    row(light, width * 0.5, -width * 0.22, 0) +
    row(bright, width * 0.12, -width * 0.34, 0)
  )
}

/** Strands that wave from top to bottom between two upright edges. */
export function waving(
  stream: Stream,
  [topA, topB]: readonly [number, number],
  [endA, endB]: readonly [number, number],
  top: number,
  bottom: number,
  turns: number,
  swing: number,
  count: number,
  hair: string,
  width: number,
): string {
  const tones = tonesOf(hair)
  const paths = tones.map(() => '')
  const step = (bottom - top) / turns
  for (let i = 0; i < count; i++) {
    const t = (i + stream.between(0, 0.9)) / count
    const drift = (endA - topA + (endB - topB - endA + topA) * t) / turns
    const phase = stream.between(-0.06, 0.06) * step
    paths[(i * 2 + stream.whole(0, 1) + (stream.chance(0.2) ? 2 : 0)) % tones.length] +=
      whole`M${topA + (topB - topA) * t} ${top + phase}q${swing + drift / 2} ${step / 2} ${drift} ${step}` +
      whole`t${drift} ${step}`.repeat(turns - 1)
  }
  return paths.map((path, i) => line(path, tones[i] as string, width * (i === 4 ? 0.5 : i === 3 ? 0.8 : 1.2))).join('')
}

/** Evenly scattered points inside an oval, sunflower fashion. */
export function scatter(x: number, y: number, rx: number, ry: number, count: number): [number, number][] {
  return Array.from({ length: count }, (_, i) => {
    const angle = i * 2.39996,
      reach = Math.sqrt((i + 0.5) / count)
    return [x + Math.cos(angle) * reach * rx, y + Math.sin(angle) * reach * ry]
  })
}

/** A plait along points: two rows of lobes that meet in the middle. */
export function plait(points: readonly (readonly [number, number])[], width: number, hair: string): string {
  const [deep, , mid, light, bright] = tonesOf(hair) as [string, string, string, string, string]
  let left = '',
    right = '',
    shine = ''
  for (let i = 0; i < points.length - 1; i++) {
    const [x, y] = points[i] as readonly [number, number]
    const [nx, ny] = points[i + 1] as readonly [number, number]
    const length = Math.hypot(nx - x, ny - y) || 1
    const ux = (nx - x) / length,
      uy = (ny - y) / length
    const lobe = (side: number, from: number, to: number, ahead: number) => {
      const sx = x - uy * side * width * from,
        sy = y + ux * side * width * from
      return whole`M${sx} ${sy}l${ux * ahead + uy * side * width * (from - to)} ${uy * ahead - ux * side * width * (from - to)}`
    }
    left += lobe(1, 0.3, 0.06, length * 0.75)
    right += lobe(-1, 0.3, 0.06, length * 0.75)
    if (width > 18) shine += lobe(1, 0.36, 0.2, length * 0.5)
  }
  const spine = `M${points.map(([x, y]) => d`${x} ${y}`).join('L')}`
  return (
    line(spine, deep, width * 0.8) +
    line(right, mid, width * 0.42) +
    line(left, light, width * 0.42) +
    line(shine, bright, width * 0.09)
  )
}

/** Points along a cubic curve, about a step apart. */
export function sampleCurve([x0, y0, x1, y1, x2, y2, x3, y3]: Curve, step: number): [number, number][] {
  const length = Math.hypot(x1 - x0, y1 - y0) + Math.hypot(x2 - x1, y2 - y1) + Math.hypot(x3 - x2, y3 - y2)
  const count = Math.max(3, Math.round(length / step))
  return Array.from({ length: count + 1 }, (_, i) => {
    const t = i / count,
      u = 1 - t
    return [
      u ** 3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t ** 3 * x3,
      u ** 3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t ** 3 * y3,
    ]
  })
}

/** Ropes along curves: body, lit side, and wraps that show the twist. */
export function ropes(curves: readonly Curve[], width: number, hair: string, wrap = '3 5'): string {
  const [deep, , , light, bright] = tonesOf(hair) as [string, string, string, string, string]
  const path = curves.map(asPath).join('')
  return (
    line(path, deep, width) +
    line(path, tint(hair, 0.03, 0.006), width * 0.78, d`transform="translate(${-width * 0.06} 0)"`) +
    line(path, light, width * 0.72, `stroke-dasharray="${wrap}" stroke-linecap="butt"`) +
    line(path, bright, width * 0.16, d`stroke-dasharray="${wrap}" transform="translate(${-width * 0.24} 0)"`)
  )
}
