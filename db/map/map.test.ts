import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFeatures, readCities } from './build.ts'
import { buildArchive } from './pmtiles-archive.ts'
import { connectRoads } from './roads.ts'
import { isInside, measureFlat, type Pair, roundCorners, smoothThrough, widenLine } from './shapes.ts'

const openBytes = (bytes: Uint8Array) =>
  new PMTiles({
    getKey: () => 'bytes',
    getBytes: async (offset, length) => ({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  })

const cities = readCities()
const ringsOf = (kind: string) =>
  cities.flatMap(({ properties, geometry }) =>
    properties.kind === kind && geometry.type === 'Polygon' ? [roundCorners(geometry.coordinates[0] as Pair[])] : [],
  )
const isIn = (kind: string, point: Pair) => ringsOf(kind).some((ring) => isInside(point, ring))

test.each<[string, Pair]>([
  ['Hyde Park, London', [-0.165, 51.507]],
  ['Heaton Park, Manchester', [-2.255, 53.535]],
  ["Arthur's Seat, Edinburgh", [-3.162, 55.944]],
  ['Centennial Park, Sydney', [151.233, -33.9]],
  ['Kings Park, Perth', [115.834, -31.963]],
  ['Mount Royal, Montreal', [-73.597, 45.506]],
  ['Stanley Park, Vancouver', [-123.142, 49.303]],
  ['Central Park, New York', [-73.968, 40.781]],
  ['Golden Gate Park, San Francisco', [-122.48, 37.769]],
])('%s is a park', (_, point) => {
  expect(isIn('park', point)).toBe(true)
})

test.each<[string, Pair]>([
  ['Tower Bridge, London', [-0.0754, 51.5055]],
  ['Finnieston, Glasgow', [-4.283, 55.858]],
  ['Harbour Bridge, Sydney', [151.211, -33.852]],
  ['Cambie Bridge, Vancouver', [-123.115, 49.272]],
  ['Brooklyn Bridge, New York', [-73.997, 40.706]],
  ['Michigan Avenue Bridge, Chicago', [-87.6245, 41.889]],
])('%s crosses water', (_, point) => {
  const wide = cities.flatMap(({ properties, geometry }) =>
    properties.kind === 'river' && geometry.type === 'LineString'
      ? [widenLine(smoothThrough(geometry.coordinates as Pair[]), (properties.metres ?? 0) + 500)]
      : [],
  )
  expect(wide.some((outline) => isInside(point, outline))).toBe(true)
})

test.each<[string, Pair, boolean]>([
  ['Lake Ontario off the Beaches', [-79.3, 43.63], true],
  ['Yonge and Bloor', [-79.386, 43.67], false],
  ['Lake Michigan off Navy Pier', [-87.58, 41.89], true],
  ['the Loop', [-87.63, 41.88], false],
])('%s is in the lake or on land as in reality', (_, point, water) => {
  expect(isIn('lake', point)).toBe(water)
})

test('each end of a road is a junction with another road', () => {
  const roads = listFeatures().roads.map(({ geometry }) =>
    geometry.type === 'LineString' ? (geometry.coordinates as Pair[]) : [],
  )
  const roadsAt = new Map<string, number>()
  for (const road of roads) for (const key of new Set(road.map(String))) roadsAt.set(key, (roadsAt.get(key) ?? 0) + 1)
  const dead = roads
    .filter((road) => String(road[0]) !== String(road.at(-1)))
    .flatMap((road) => [road[0], road.at(-1)])
    .filter((end) => (roadsAt.get(String(end)) ?? 0) < 2)
  expect(roads.length).toBeGreaterThan(10_000)
  expect(dead).toEqual([])
}, 60_000)

test('a road of a city is cut back to its last junction, and towns across water are not connected', () => {
  const main: Pair[] = [
    [0, 0],
    [0.1, 0],
    [0.2, 0],
  ]
  const loop: Pair[] = [
    [0, 0],
    [0.05, 0.05],
    [0.1, 0],
  ]
  const { city, between } = connectRoads([main, loop], [{ at: [1, 1] }, { at: [1.3, 1] }], ([lng]) => lng < 1.1)
  expect(city).toEqual([main.slice(0, 2), loop])
  expect(between).toEqual([])
})

test('a smooth line passes through its points, and a widened line is as wide as said', () => {
  const line: Pair[] = [
    [0, 51],
    [0.02, 51.01],
    [0.04, 51],
  ]
  expect(smoothThrough(line)).toEqual(expect.arrayContaining(line))
  const outline = widenLine(line, 400)
  expect(measureFlat(outline[1] as Pair, line[1] as Pair)).toBeCloseTo(200, -1)
  expect(isInside([0.02, 51.0115], outline)).toBe(true)
  expect(isInside([0.02, 51.0125], outline)).toBe(false)
})

test('an archive of many tiles is read by the PMTiles library, with equal tiles stored once', async () => {
  const side = 2 ** 8
  const tiles = Array.from({ length: side * side }, (_, i) => ({
    z: 8,
    x: i % side,
    y: Math.floor(i / side),
    // Lengths without a pattern, so that the directory does not fit into the start of the file.
    data: i % 3 ? Buffer.from('sea') : hash('sha256', `land ${i}`, 'buffer').subarray(i % 17),
  }))
  const archive = openBytes(buildArchive(tiles, { attribution: 'Nobody' }, [-10, 50, 2.5, 60]))
  const header = await archive.getHeader()
  expect(header).toMatchObject({ minZoom: 8, maxZoom: 8, minLon: -10, maxLat: 60, numAddressedTiles: side * side })
  expect(header.numTileContents).toBe(Math.ceil((side * side) / 3) + 1)
  expect(header.leafDirectoryLength).toBeGreaterThan(0)
  expect(await archive.getMetadata()).toEqual({ attribution: 'Nobody' })
  for (const { z, x, y, data } of tiles.filter((_, i) => i % 9_999 < 3)) {
    const tile = await archive.getZxy(z, x, y)
    expect(Buffer.from(new Uint8Array(tile?.data ?? new ArrayBuffer())).equals(data)).toBe(true)
  }
})

test('the sketch of London has the layers and names that the style draws, and says that it is a sketch', async () => {
  const archive = openBytes(readFileSync(new URL('sketch.pmtiles', import.meta.url)))
  const tile = await archive.getZxy(8, 127, 85)
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(tile?.data ?? [])))
  expect(Object.keys(layers).sort()).toEqual(['earth', 'landuse', 'places', 'roads', 'water'])
  const { places } = layers
  const names = Array.from({ length: places?.length ?? 0 }, (_, i) => places?.feature(i).properties['name'])
  expect(names).toEqual(expect.arrayContaining(['London', 'Hackney', 'Camden Town']))
  expect(names.filter((name) => /\d{3}/.test(String(name)))).toEqual([])
  expect((await archive.getMetadata()) as object).toMatchObject({ attribution: expect.stringContaining('Sketch map') })
})
