import type { PlaceRow } from '#server/places/places.queries.ts'
import { drawShapes, toPolygonPath } from './shapes.ts'

const SIDE = 1280
const TILE = 256

export type MapView = { lng: number; lat: number; zoom: number; circleMetres: number | null; names: boolean }

type Point = { x: number; y: number }

export function getViewBox(view: MapView): { west: number; south: number; east: number; north: number } {
  const world = TILE * 2 ** view.zoom
  const centre = project(view.lng, view.lat, world)
  const lng = (x: number) => (x / world) * 360 - 180
  const lat = (y: number) => (180 / Math.PI) * Math.atan(Math.sinh(Math.PI - (2 * Math.PI * y) / world))
  return {
    west: lng(centre.x - SIDE / 2),
    east: lng(centre.x + SIDE / 2),
    north: lat(centre.y - SIDE / 2),
    south: lat(centre.y + SIDE / 2),
  }
}

const project = (lng: number, lat: number, world: number): Point => {
  const sin = Math.sin((lat * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * world, y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * world }
}

const style = `svg{--land:#ece6dd;--block:#dfd6ca;--road:#fff;--park:#d5e2c6;--water:#c4dbe6;--ring:#b9ac9d;--text:#5a4b53;--halo:#efebe4;--travel:#591c3e}
@media(prefers-color-scheme:dark){svg{--land:#1a1217;--block:#241a21;--road:#3a2d34;--park:#1c2a1f;--water:#152a35;--ring:#4a3c44;--text:#c2b9b2;--halo:#1a1217;--travel:#fcb530}}
text{font-family:Figtree,system-ui,sans-serif;fill:var(--text);stroke:var(--halo);stroke-width:4px;paint-order:stroke;text-anchor:middle}`

/**
 * Renders a flat map: sea, settlements, water, parks and roads of large cities, distance rings, travel radius, and
 * non-overlapping names.
 */
export function drawMap(
  view: MapView,
  places: readonly PlaceRow[],
  land: readonly (readonly [lng: number, lat: number][])[],
  unit: 'mi' | 'km',
): string {
  const world = TILE * 2 ** view.zoom
  const centre = project(view.lng, view.lat, world)
  const at = (lng: number, lat: number): Point => {
    const { x, y } = project(lng, lat, world)
    return { x: x - centre.x + SIDE / 2, y: y - centre.y + SIDE / 2 }
  }
  const pixelsPerMetre = world / (2 * Math.PI * 6_378_137 * Math.cos((view.lat * Math.PI) / 180))
  const spots = places.map((place) => ({ place, ...at(place.lng, place.lat) }))
  const ground = land.map((ring) => toPolygonPath(ring.map(([lng, lat]) => at(lng, lat)))).join('')
  const areas = spots.map(({ place, x, y }) => {
    // Large cities consist of quarters instead of one circle.
    const metres = place.kind === 'place' ? Math.min(2_600, 420 + 6 * Math.sqrt(Math.max(place.population, 400))) : 640
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${Math.min(SIDE, metres * pixelsPerMetre).toFixed(0)}"/>`
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}"><style>${style}</style>` +
    `<rect width="${SIDE}" height="${SIDE}" fill="var(--water)"/><path d="${ground}" fill="var(--land)"/><clipPath id="ground"><path d="${ground}"/></clipPath><filter id="soft"><feGaussianBlur stdDeviation="14"/></filter><g fill="var(--block)" fill-opacity=".75" clip-path="url(#ground)"><g filter="url(#soft)">${areas.join('')}</g></g>` +
    drawShapes(getViewBox(view), at, pixelsPerMetre) +
    (view.names ? rings(pixelsPerMetre, unit) : '') +
    travelCircle(view.circleMetres, pixelsPerMetre) +
    (view.names ? names(spots) : '') +
    '</svg>'
  )
}

function rings(pixelsPerMetre: number, unit: 'mi' | 'km'): string {
  const metres = unit === 'mi' ? 1609 : 1000
  const step = [0.5, 1, 2, 5, 10, 20, 50].find((n) => n * metres * pixelsPerMetre > 150) ?? 50
  const c = SIDE / 2
  const drawn = [1, 2, 3].map((n) => {
    const r = n * step * metres * pixelsPerMetre
    return `<circle cx="${c}" cy="${c}" r="${r.toFixed(0)}"/><text x="${c}" y="${(c - r + 5).toFixed(0)}" font-size="13" stroke-dasharray="none">${n * step} ${unit === 'mi' ? (n * step === 1 ? 'mile' : 'miles') : 'km'}</text>`
  })
  return `<g fill="none" stroke="var(--ring)" stroke-width="1.5" stroke-dasharray="3 6">${drawn.join('')}</g>`
}

const travelCircle = (metres: number | null, pixelsPerMetre: number): string =>
  metres === null
    ? ''
    : `<circle cx="${SIDE / 2}" cy="${SIDE / 2}" r="${(metres * pixelsPerMetre).toFixed(0)}" fill="var(--travel)" fill-opacity=".1" stroke="var(--travel)" stroke-width="2"/>`

type Spot = Point & { place: PlaceRow }

// Excludes numbered areas such as "Ct 0012".
const isSaid = ({ name }: PlaceRow): boolean => !/\d{3}/.test(name)

/** Most important first, with pixel offsets from the centre and size. */
export function placeMapNames(
  view: MapView,
  places: readonly PlaceRow[],
): { name: string; x: number; y: number; size: 1 | 2 | 3 }[] {
  const world = TILE * 2 ** view.zoom
  const centre = project(view.lng, view.lat, world)
  return places
    .map((place): Spot => {
      const { x, y } = project(place.lng, place.lat, world)
      return { place, x: x - centre.x + SIDE / 2, y: y - centre.y + SIDE / 2 }
    })
    .filter(({ place }) => isSaid(place))
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, 140)
    .map(({ place: { kind, population, name }, x, y }) => ({
      name,
      x: Math.round(x - SIDE / 2),
      y: Math.round(y - SIDE / 2),
      size: kind !== 'place' || population <= 60_000 ? 1 : population <= 400_000 ? 2 : 3,
    }))
}

function names(spots: readonly Spot[]): string {
  const taken: { left: number; right: number; top: number; bottom: number }[] = []
  const written: string[] = []
  const byRank = spots.filter(({ place }) => isSaid(place)).sort((a, b) => rank(b) - rank(a))
  for (const { place, x, y } of byRank) {
    const size =
      place.kind === 'place' && place.population > 400_000
        ? 21
        : place.kind === 'place' && place.population > 60_000
          ? 17
          : 14
    const half = (place.name.length * size * 0.54) / 2 + 8
    const box = { left: x - half, right: x + half, top: y - size, bottom: y + size * 0.6 }
    if (box.left < 4 || box.right > SIDE - 4 || box.top < 4 || box.bottom > SIDE - 4) continue
    if (taken.some((t) => box.left < t.right && box.right > t.left && box.top < t.bottom && box.bottom > t.top))
      continue
    taken.push(box)
    written.push(
      `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" font-size="${size}"${size > 16 ? ' font-weight="600"' : ''}>${escaped(place.name)}</text>`,
    )
    if (written.length >= 70) break
  }
  return `<g>${written.join('')}</g>`
}

// At close zoom, neighbourhoods outrank their city, the central one most.
const rank = ({ place, x, y }: Spot): number =>
  (place.kind === 'place' ? place.population : place.kind === 'neighborhood' ? 45_000 : 8_000) +
  100 * Math.max(0, 400 - Math.hypot(x - SIDE / 2, y - SIDE / 2))

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
