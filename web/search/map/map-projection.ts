const TILE = 256

/** Returns a point's position on the world map of a zoom level, in pixels (Web Mercator). */
export function projectToMap([lng, lat]: readonly [number, number], zoom: number): { x: number; y: number } {
  const world = TILE * 2 ** zoom
  const sin = Math.sin((lat * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * world, y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * world }
}

/** Returns a point's offset from the map's centre, in pixels right and down. */
export function computeOffset(
  centre: readonly [number, number],
  point: readonly [number, number],
  zoom: number,
): { x: number; y: number } {
  const a = projectToMap(centre, zoom)
  const b = projectToMap(point, zoom)
  return { x: b.x - a.x, y: b.y - a.y }
}

export const zooms = { least: 9, most: 16, place: 16 } as const

/** Returns the largest zoom at which most points fit into the box around the centre. */
export function computeZoom(
  centre: readonly [number, number],
  points: readonly (readonly [number, number])[],
  half: { x: number; y: number },
): number {
  for (let zoom = 14; zoom > zooms.least; zoom--) {
    const inside = points.filter((point) => {
      const { x, y } = computeOffset(centre, point, zoom)
      return Math.abs(x) <= half.x && Math.abs(y) <= half.y
    })
    if (inside.length >= points.length * 0.6) return zoom
  }
  return zooms.least
}

/** Returns the largest zoom at which a circle of some metres stays within some pixels, or the smallest zoom. */
export function computeZoomAround(metres: number, lat: number, pixels: number): number {
  const world = 2 * Math.PI * 6_378_137 * Math.cos((lat * Math.PI) / 180)
  const zoom = Math.floor(Math.log2((world * pixels) / (metres * TILE)))
  return Math.min(13, Math.max(zooms.least, zoom))
}

/** Merges overlapping pins into one with a count, at the position of the first. */
export function clusterPins<P extends { x: number; y: number }>(
  pins: readonly P[],
  reach = { x: 92, y: 40 },
): { at: P; pins: P[] }[] {
  const clusters: { at: P; pins: P[] }[] = []
  for (const pin of pins) {
    const near = clusters.find(({ at }) => Math.abs(at.x - pin.x) < reach.x && Math.abs(at.y - pin.y) < reach.y)
    if (near) near.pins.push(pin)
    else clusters.push({ at: pin, pins: [pin] })
  }
  return clusters
}

const clear = { side: 76, above: 64, below: 32 } as const

/** Returns the offset that moves a pin fully into view, above anything covering the bottom. */
export function scrollIntoMapView(
  pin: { x: number; y: number },
  moved: { x: number; y: number },
  view: { width: number; height: number; foot: number },
): { x: number; y: number } {
  const within = (at: number, least: number, most: number) => Math.max(Math.min(at, Math.max(least, most)), least)
  const x = view.width / 2 + pin.x
  const y = view.height / 2 + pin.y
  return {
    x: within(x + moved.x, clear.side, view.width - clear.side) - x,
    y: within(y + moved.y, clear.above, view.height - view.foot - clear.below) - y,
  }
}

export interface PlaceName {
  name: string
  x: number
  y: number
  size: 1 | 2 | 3
}

const letters = { 1: 13, 2: 15, 3: 18 } as const
const pinHalf = { x: 54, y: 24 } as const
const mostNames = 26

/** Returns the names, by weight, that overlap no pin, no other name, not the centre and not the edges. */
export function filterFittingNames(
  names: readonly PlaceName[],
  pins: readonly { x: number; y: number }[],
  half: { x: number; y: number },
): PlaceName[] {
  const boxes = [...pins.map(({ x, y }) => ({ x, y, ...wide(pinHalf) })), { x: 0, y: 0, ...wide({ x: 14, y: 14 }) }]
  const fit: PlaceName[] = []
  for (const place of names) {
    const letter = letters[place.size]
    const own = { x: place.x, y: place.y, ...wide({ x: (place.name.length * letter * 0.54) / 2 + 6, y: letter * 0.9 }) }
    if (Math.abs(own.x) + own.wide > half.x || Math.abs(own.y) + own.tall > half.y) continue
    if (boxes.some((b) => Math.abs(b.x - own.x) < b.wide + own.wide && Math.abs(b.y - own.y) < b.tall + own.tall))
      continue
    boxes.push(own)
    fit.push(place)
    if (fit.length === mostNames) break
  }
  return fit
}

const wide = ({ x, y }: { x: number; y: number }) => ({ wide: x, tall: y })
