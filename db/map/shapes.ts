export type Pair = [lng: number, lat: number]

const METRES_PER_DEGREE = 111_195

/** Measures a distance in metres as on a plane; exact enough within a region. */
export function measureFlat([x, y]: Pair, [u, v]: Pair): number {
  return Math.hypot((u - x) * Math.cos(((y + v) / 2) * (Math.PI / 180)), v - y) * METRES_PER_DEGREE
}

/** Points by square of a quarter of a degree, for searches around a position. */
export class PointGrid<P extends { at: Pair }> {
  readonly #squares = new Map<string, P[]>()

  constructor(points: readonly P[]) {
    for (const point of points) {
      const key = point.at.map((degrees) => Math.floor(degrees * 4)).join()
      const square = this.#squares.get(key)
      if (square) square.push(point)
      else this.#squares.set(key, [point])
    }
  }

  /** Lists the points within some metres of a position. */
  near(at: Pair, metres: number): P[] {
    const north = metres / METRES_PER_DEGREE
    const east = north / Math.max(0.1, Math.cos((at[1] * Math.PI) / 180))
    const found: P[] = []
    for (let x = Math.floor((at[0] - east) * 4); x <= Math.floor((at[0] + east) * 4); x++)
      for (let y = Math.floor((at[1] - north) * 4); y <= Math.floor((at[1] + north) * 4); y++)
        for (const point of this.#squares.get(`${x},${y}`) ?? [])
          if (measureFlat(at, point.at) <= metres) found.push(point)
    return found
  }
}

export const mix = ([x, y]: Pair, [u, v]: Pair, part: number): Pair => [x + (u - x) * part, y + (v - y) * part]

/** Returns whether a point is within a ring, by the even-odd rule. */
export function isInside([x, y]: Pair, ring: readonly Pair[]): boolean {
  let inside = false
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring.at(i - 1) as Pair
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) inside = !inside
  }
  return inside
}

/** Smooths a line through its points (Catmull–Rom), so that junctions stay where they are. */
export function smoothThrough(line: readonly Pair[]): Pair[] {
  const closed = line[0]?.join() === line.at(-1)?.join()
  const at = (i: number): Pair =>
    (closed ? line[(i + line.length - 1) % (line.length - 1)] : line[Math.max(0, Math.min(line.length - 1, i))]) as Pair
  const bend = (i: number, t: number, axis: 0 | 1) => {
    const [p, q, r, s] = [at(i - 1)[axis], at(i)[axis], at(i + 1)[axis], at(i + 2)[axis]]
    return 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t ** 2 + (3 * q - p - 3 * r + s) * t ** 3)
  }
  const steps = 6
  return [
    ...line
      .slice(1)
      .flatMap((_, i) => Array.from({ length: steps }, (_, n): Pair => [bend(i, n / steps, 0), bend(i, n / steps, 1)])),
    line.at(-1) as Pair,
  ]
}

/** Rounds the corners of a closed ring by cutting them twice (Chaikin). */
export function roundCorners(ring: readonly Pair[]): Pair[] {
  let points = ring.slice(1)
  for (const _ of [1, 2])
    points = points.flatMap((point, i) => {
      const next = points[(i + 1) % points.length] as Pair
      return [mix(point, next, 0.25), mix(point, next, 0.75)]
    })
  return [...points, points[0] as Pair]
}

/** Returns the outline of a line of some metres' width, with round ends. */
export function widenLine(line: readonly Pair[], metres: number): Pair[] {
  const half = metres / 2 / METRES_PER_DEGREE
  const side = (sign: 1 | -1) =>
    line.map((at, i): Pair => {
      const [from, to] = [line[Math.max(0, i - 1)] as Pair, line[Math.min(line.length - 1, i + 1)] as Pair]
      const squeeze = Math.cos((at[1] * Math.PI) / 180)
      const [east, north] = [(to[0] - from[0]) * squeeze, to[1] - from[1]]
      const length = Math.hypot(east, north) || 1
      return [at[0] - (sign * half * north) / length / squeeze, at[1] + (sign * half * east) / length]
    })
  /** The half circle around an end, from the second to the first of its sides. */
  const round = (at: Pair, from: Pair): Pair[] => {
    const squeeze = Math.cos((at[1] * Math.PI) / 180)
    const start = Math.atan2(from[1] - at[1], (from[0] - at[0]) * squeeze)
    return [1, 2, 3, 4, 5].map((step): Pair => {
      const angle = start - (step * Math.PI) / 6
      return [at[0] + (half * Math.cos(angle)) / squeeze, at[1] + half * Math.sin(angle)]
    })
  }
  const [left, right] = [side(1), side(-1).reverse()]
  const outline = [
    ...left,
    ...round(line.at(-1) as Pair, left.at(-1) as Pair),
    ...right,
    ...round(line[0] as Pair, right.at(-1) as Pair),
  ]
  return [...outline, outline[0] as Pair]
}
