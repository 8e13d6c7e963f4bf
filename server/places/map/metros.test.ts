import { expect, test } from 'vitest'
import { measureMetres } from '#server/places/distance.ts'
import { metros } from './shapes.ts'

type Pair = [lng: number, lat: number]
const pairs = (line: string) => line.split(' ').map((pair) => pair.split(',').map(Number) as Pair)
const at = ([lng, lat]: Pair) => {
  const found = metros.filter(({ box }) => box.west < lng && lng < box.east && box.south < lat && lat < box.north)
  expect(found).toHaveLength(1)
  return (found[0] as (typeof metros)[number]).shapes
}

function within([x, y]: Pair, ring: readonly Pair[]): boolean {
  let inside = false
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring.at(i - 1) as Pair
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) inside = !inside
  }
  return inside
}

const farFrom = ([lng, lat]: Pair, line: readonly Pair[]): number =>
  Math.min(
    ...line.slice(1).flatMap(([bx, by], i) => {
      const [ax, ay] = line[i] as Pair
      return Array.from({ length: 21 }, (_, n) =>
        measureMetres(lat, lng, ay + ((by - ay) * n) / 20, ax + ((bx - ax) * n) / 20),
      )
    }),
  )

test('every shape of a city lies within the city, except lakes that reach beyond it', () => {
  expect(metros.length).toBeGreaterThanOrEqual(18)
  for (const { box, shapes } of metros) {
    const lines = [...shapes.rivers.map(([, line]) => line), ...shapes.parks, ...shapes.roads, ...(shapes.land ?? [])]
    for (const [lng, lat] of lines.flatMap(pairs)) {
      expect(
        [lng > box.west - 0.1, lng < box.east + 0.1, lat > box.south - 0.1, lat < box.north + 0.1],
        `${lng},${lat}`,
      ).toEqual([true, true, true, true])
    }
    expect(shapes.parks.length).toBeGreaterThanOrEqual(3)
    expect(shapes.roads.length).toBeGreaterThanOrEqual(6)
    for (const [metres] of shapes.rivers) expect([metres >= 10, metres <= 3_000]).toEqual([true, true])
    for (const line of [...lines, ...shapes.lakes]) expect(pairs(line).flat().every(Number.isFinite), line).toBe(true)
  }
})

test.each<[string, Pair]>([
  ['Hyde Park, London', [-0.165, 51.507]],
  ['Heaton Park, Manchester', [-2.255, 53.535]],
  ['Sutton Park, Birmingham', [-1.85, 52.565]],
  ["Arthur's Seat, Edinburgh", [-3.162, 55.944]],
  ['Pollok Country Park, Glasgow', [-4.307, 55.83]],
  ['Clifton Down, Bristol', [-2.622, 51.471]],
  ['Centennial Park, Sydney', [151.233, -33.9]],
  ['Royal Park, Melbourne', [144.951, -37.785]],
  ['Mount Coot-tha, Brisbane', [152.95, -27.483]],
  ['Kings Park, Perth', [115.834, -31.963]],
  ['High Park, Toronto', [-79.464, 43.648]],
  ['Mount Royal, Montreal', [-73.597, 45.506]],
  ['Stanley Park, Vancouver', [-123.142, 49.303]],
  ['Central Park, New York', [-73.968, 40.781]],
  ['Griffith Park, Los Angeles', [-118.3, 34.13]],
  ['Grant Park, Chicago', [-87.62, 41.876]],
  ['Memorial Park, Houston', [-95.44, 29.768]],
  ['Golden Gate Park, San Francisco', [-122.48, 37.769]],
])('%s is a park', (_, point) => {
  expect(at(point).parks.some((park) => within(point, pairs(park)))).toBe(true)
})

test.each<[string, Pair]>([
  ['Tower Bridge, London', [-0.0754, 51.5055]],
  ['Salford Quays, Manchester', [-2.285, 53.469]],
  ['Finnieston, Glasgow', [-4.283, 55.858]],
  ['Clifton Suspension Bridge, Bristol', [-2.628, 51.455]],
  ['Harbour Bridge, Sydney', [151.211, -33.852]],
  ['Princes Bridge, Melbourne', [144.968, -37.82]],
  ['Story Bridge, Brisbane', [153.036, -27.4635]],
  ['Narrows Bridge, Perth', [115.847, -31.964]],
  ['Cambie Bridge, Vancouver', [-123.115, 49.272]],
  ['Brooklyn Bridge, New York', [-73.997, 40.706]],
  ['Sixth Street Viaduct, Los Angeles', [-118.226, 34.038]],
  ['Michigan Avenue Bridge, Chicago', [-87.6245, 41.889]],
])('%s crosses water', (_, point) => {
  const over = at(point).rivers.some(([metres, line]) => farFrom(point, pairs(line)) < metres / 2 + 250)
  expect(over).toBe(true)
})

test.each<[string, Pair, boolean]>([
  ['Lake Ontario off the Beaches', [-79.3, 43.63], true],
  ['Yonge and Bloor', [-79.386, 43.67], false],
  ['Lake Michigan off Navy Pier', [-87.58, 41.89], true],
  ['the Loop', [-87.63, 41.88], false],
])('%s is drawn in the lake or on land as in reality', (_, point, water) => {
  expect(at(point).lakes.some((lake) => within(point, pairs(lake)))).toBe(water)
})
