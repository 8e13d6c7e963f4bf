// Builds db/map/sketch.pmtiles, the map of the sample market: coasts, towns and main roads of the four countries, with
// water and parks of eighteen cities. Its layers are those of Protomaps, so that one style serves both.
// Run with `node db/map/build.ts` after a change of cities.geojson or of the gazetteer.
import { readFileSync, writeFileSync } from 'node:fs'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, FeatureCollection, Geometry, LineString, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { columns, readGazetteerLines } from '#db/gazetteer/places.ts'
import { buildArchive } from './pmtiles-archive.ts'
import { connectRoads } from './roads.ts'
import { isInside, type Pair, roundCorners, smoothThrough, widenLine } from './shapes.ts'

/** Zoom of the most detailed tiles, of 512 pixels. A unit of these tiles is at most 19 metres. */
const MAX_ZOOM = 8
const EXTENT = 8_192
/** Zoom of the least detailed tiles. */
const MIN_ZOOM = 4
/** West, south, east and north of the tiles: Hawaii and Alaska to Newfoundland, Britain, Australia. */
const regions = [
  [-170, 18, -52, 72],
  [-11, 49, 3, 61],
  [112, -44.5, 155, -9],
] as const

type City = { city: string; kind: 'river' | 'lake' | 'land' | 'park' | 'road'; metres?: number }
type Layers = Record<'earth' | 'water' | 'landuse' | 'roads' | 'places', Feature[]>

const read = (url: string) => JSON.parse(readFileSync(new URL(url), 'utf8'))

/** Returns the drawn shapes of the cities. */
export const readCities = (): Feature<LineString | Polygon, City>[] =>
  (read(import.meta.resolve('#db/map/cities.geojson')) as FeatureCollection<LineString | Polygon, City>).features

/** Returns the features of the map by layer. */
export function listFeatures(): Layers {
  const cities = readCities()
  const rings = (kind: City['kind']) =>
    cities.flatMap(({ properties, geometry }) =>
      properties.kind === kind && geometry.type === 'Polygon' ? [roundCorners(geometry.coordinates[0] as Pair[])] : [],
    )
  const lines = (kind: City['kind']) =>
    cities.flatMap(({ properties, geometry }) =>
      properties.kind === kind && geometry.type === 'LineString'
        ? [{ line: geometry.coordinates as Pair[], metres: properties.metres ?? 0 }]
        : [],
    )
  const atlas = read(import.meta.resolve('world-atlas/land-10m.json')) as Topology<{ land: GeometryCollection }>
  const islands = rings('land')
  const land = feature(atlas, atlas.objects.land).features
  const places = listPlaces()
  const towns = places.filter(({ kind, population }) => kind === 'place' && population >= 3_000)
  const roads = connectRoads(
    lines('road').map(({ line }) => line),
    towns,
    createLandTest(land),
  )
  return {
    earth: [
      ...land.map(({ geometry }) => featureOf(geometry, { kind: 'earth' })),
      ...islands.map((ring) => featureOf(polygonOf(ring), { kind: 'earth' })),
    ],
    water: [
      ...rings('lake').map((lake) =>
        featureOf(polygonOf(lake, ...islands.filter((ring) => ring.every((at) => isInside(at, lake)))), {
          kind: 'lake',
        }),
      ),
      ...lines('river').map(({ line, metres }) =>
        featureOf(polygonOf(widenLine(smoothThrough(line), metres)), { kind: 'river' }),
      ),
    ],
    landuse: rings('park').map((ring) => featureOf(polygonOf(ring), { kind: 'park' })),
    roads: [
      ...roads.between.map((edge) => featureOf(lineOf([...edge]), { kind: 'major_road', min_zoom: 7 })),
      ...roads.city.map((line) => featureOf(lineOf(smoothThrough(line)), { kind: 'highway', min_zoom: 6 })),
    ],
    places: places.map(({ at, kind, name, population }) =>
      featureOf({ type: 'Point', coordinates: at }, describePlace(kind, name, population)),
    ),
  }
}

function listPlaces(): { at: Pair; kind: string; name: string; population: number }[] {
  return readGazetteerLines().flatMap((line) => {
    const cells = line.split('\t')
    const value = (column: (typeof columns)[number]) => cells[columns.indexOf(column)] ?? ''
    const [kind, name] = [value('kind'), value('name')]
    // Numbered areas such as "Ct 0012" have no name to show.
    if (kind === 'postcode' || kind === 'district' || /\d{3}/.test(name)) return []
    return [{ at: [Number(value('lng')), Number(value('lat'))], kind, name, population: Number(value('population')) }]
  })
}

/** Returns the properties that the labels of a Protomaps style read: kind, name, rank and the first zoom. */
function describePlace(kind: string, name: string, population: number): Record<string, string | number> {
  if (kind !== 'place') return { kind: 'neighbourhood', name, min_zoom: 8, sort_key: 20 }
  const rank = [1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6].filter(
    (least) => population >= least,
  ).length
  const minZoom = population >= 1e6 ? 3 : population >= 2e5 ? 5 : population >= 5e4 ? 6 : population >= 1e4 ? 7 : 8
  return { kind: 'locality', name, population_rank: rank, min_zoom: minZoom, sort_key: 15 - rank }
}

const featureOf = (geometry: Geometry, properties: Record<string, string | number>): Feature => ({
  type: 'Feature',
  properties,
  geometry,
})
const lineOf = (coordinates: Pair[]): Geometry => ({ type: 'LineString', coordinates })
const polygonOf = (...coordinates: Pair[][]): Geometry => ({ type: 'Polygon', coordinates })

const indexOf = (features: Feature[]) =>
  new GeoJSONVT(
    { type: 'FeatureCollection', features },
    {
      maxZoom: MAX_ZOOM,
      indexMaxZoom: 6,
      indexMaxPoints: 0,
      extent: EXTENT,
      buffer: 128,
      tolerance: 16,
    },
  )

/** Returns a position in tiles of the most detailed zoom, right and down from the north-west (Web Mercator). */
function toTiles([lng, lat]: Pair): [number, number] {
  const sin = Math.sin((lat * Math.PI) / 180)
  return [((lng + 180) / 360) * 2 ** MAX_ZOOM, (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * 2 ** MAX_ZOOM]
}

function createLandTest(land: Feature[]): (at: Pair) => boolean {
  const index = indexOf(land)
  return (at) => {
    const [tx, ty] = toTiles(at)
    const [column, row] = [Math.floor(tx), Math.floor(ty)]
    const [x, y] = [(tx - column) * EXTENT, (ty - row) * EXTENT]
    let inside = false
    for (const { geometry } of index.getTile(MAX_ZOOM, column, row)?.features ?? [])
      for (const ring of geometry as Pair[][]) if (isInside([x, y], ring)) inside = !inside
    return inside
  }
}

/** Returns the tiles of all zooms that contain anything. */
function drawTiles(layers: Layers): { z: number; x: number; y: number; data: Uint8Array }[] {
  const shown = (features: Feature[], z: number) =>
    features.filter(({ properties }) => Number(properties?.['min_zoom'] ?? 0) <= z)
  const tiles: { z: number; x: number; y: number; data: Uint8Array }[] = []
  const side = [...Array(2 ** MIN_ZOOM).keys()]
  let squares = side.flatMap((x) => side.map((y): [number, number] => [x, y]))
  for (let z = MIN_ZOOM; z <= MAX_ZOOM; z++) {
    const indexes = Object.entries(layers).map(([name, features]) => [name, indexOf(shown(features, z))] as const)
    const filled = squares.filter(([x, y]) => {
      if (!regions.some((region) => isWithin(region, z, x, y))) return false
      const content = indexes.flatMap(([name, index]) => {
        const tile = index.getTile(z, x, y)
        return tile?.features.length ? [[name, tile] as const] : []
      })
      if (content.length === 0) return false
      tiles.push({ z, x, y, data: fromGeojsonVt(Object.fromEntries(content), { version: 2, extent: EXTENT }) })
      return true
    })
    squares = filled.flatMap(([x, y]) =>
      [0, 1].flatMap((right) => [0, 1].map((down): [number, number] => [2 * x + right, 2 * y + down])),
    )
  }
  return tiles
}

function isWithin([west, south, east, north]: (typeof regions)[number], z: number, x: number, y: number): boolean {
  const scale = 2 ** (MAX_ZOOM - z)
  const [left, top] = toTiles([west, north])
  const [right, bottom] = toTiles([east, south])
  return x * scale < right && (x + 1) * scale > left && y * scale < bottom && (y + 1) * scale > top
}

if (import.meta.main) {
  const tiles = drawTiles(listFeatures())
  const metadata = {
    name: 'Sketch of the sample market',
    attribution: 'Sketch map of the sample market. Places © GeoNames',
    vector_layers: [],
  }
  writeFileSync(new URL('sketch.pmtiles', import.meta.url), buildArchive(tiles, metadata, [-180, -85, 180, 85]))
}
