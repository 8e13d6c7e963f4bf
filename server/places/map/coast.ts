import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

type Pair = [lng: number, lat: number]
type Box = { west: number; south: number; east: number; north: number }
type Ring = { box: Box; points: Pair[] }

let read: Promise<Ring[]> | undefined

/** Land within a box as clipped rings (Natural Earth, 1 : 10 million). The file is loaded lazily. */
export async function getLand(box: Box): Promise<Pair[][]> {
  read ??= readLand()
  return (await read)
    .filter(({ box: b }) => b.west < box.east && box.west < b.east && b.south < box.north && box.south < b.north)
    .map(({ points }) => clipRing(points, box))
    .filter((points) => points.length > 2)
}

async function readLand(): Promise<Ring[]> {
  const file = fileURLToPath(import.meta.resolve('world-atlas/land-10m.json'))
  const atlas = JSON.parse(await readFile(file, 'utf8')) as Topology<{ land: GeometryCollection }>
  const { features } = feature(atlas, atlas.objects.land)
  return features.flatMap(({ geometry }) => {
    if (geometry.type !== 'MultiPolygon' && geometry.type !== 'Polygon') return []
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    // Outer rings only: holes are inland seas far from our markets.
    return polygons.flatMap(([outer]) => (outer ? [{ box: boxAround(outer as Pair[]), points: outer as Pair[] }] : []))
  })
}

function boxAround(points: readonly Pair[]): Box {
  const box = { west: 180, south: 90, east: -180, north: -90 }
  for (const [lng, lat] of points) {
    box.west = Math.min(box.west, lng)
    box.east = Math.max(box.east, lng)
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
  }
  return box
}

/** Clips edge by edge (Sutherland–Hodgman). */
export function clipRing(ring: readonly Pair[], { west, south, east, north }: Box): Pair[] {
  const edges: { inside: (p: Pair) => boolean; meet: (a: Pair, b: Pair) => Pair }[] = [
    { inside: ([lng]) => lng >= west, meet: (a, b) => interpolateAtLng(a, b, west) },
    { inside: ([lng]) => lng <= east, meet: (a, b) => interpolateAtLng(a, b, east) },
    { inside: ([, lat]) => lat >= south, meet: (a, b) => interpolateAtLat(a, b, south) },
    { inside: ([, lat]) => lat <= north, meet: (a, b) => interpolateAtLat(a, b, north) },
  ]
  return edges.reduce<Pair[]>(
    (points, { inside, meet }) => {
      const kept: Pair[] = []
      let before = points.at(-1)
      for (const point of points) {
        if (before && inside(before) !== inside(point)) kept.push(meet(before, point))
        if (inside(point)) kept.push(point)
        before = point
      }
      return kept
    },
    [...ring],
  )
}

const interpolateAtLng = ([x, y]: Pair, [u, v]: Pair, lng: number): Pair => [lng, y + ((v - y) * (lng - x)) / (u - x)]
const interpolateAtLat = ([x, y]: Pair, [u, v]: Pair, lat: number): Pair => [x + ((u - x) * (lat - y)) / (v - y), lat]
