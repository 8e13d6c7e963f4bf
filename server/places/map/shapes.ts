import { australia } from './metros/australia.ts'
import { britain } from './metros/britain.ts'
import { canada } from './metros/canada.ts'
import { london } from './metros/london.ts'
import { unitedStates } from './metros/united-states.ts'

interface Shapes {
  rivers: readonly (readonly [metres: number, line: string])[]
  lakes: readonly string[]
  land?: readonly string[]
  parks: readonly string[]
  roads: readonly string[]
}

type Point = { x: number; y: number }
type Box = { west: number; south: number; east: number; north: number }

export type Metro = { box: Box; shapes: Shapes }

export const metros: readonly Metro[] = [london, ...britain, ...australia, ...canada, ...unitedStates]

export function drawShapes(box: Box, at: (lng: number, lat: number) => Point, pixelsPerMetre: number): string {
  return metros
    .filter((city) => overlap(city.box, box))
    .map(({ shapes }) => {
      const path = (line: string, close = false) => {
        const points = line.split(' ').map((pair) => {
          const [lng = 0, lat = 0] = pair.split(',').map(Number)
          return at(lng, lat)
        })
        return close ? blob(points) : curve(points)
      }
      const rivers = shapes.rivers.map(
        ([metres, line]) =>
          `<path d="${path(line)}" stroke-width="${Math.max(1.5, metres * pixelsPerMetre).toFixed(1)}"/>`,
      )
      const roads = shapes.roads.map((line) => path(line)).join('')
      const filled = (lines: readonly string[], fill: string, more = '') =>
        lines.length ? `<path d="${lines.map((line) => path(line, true)).join('')}" fill="var(--${fill})"${more}/>` : ''
      return (
        filled(shapes.lakes, 'water') +
        filled(shapes.land ?? [], 'land') +
        `<g fill="none" stroke="var(--water)" stroke-linecap="round" stroke-linejoin="round">${rivers.join('')}</g>` +
        filled(
          shapes.parks,
          'park',
          ` stroke="var(--park)" stroke-width="${Math.max(1, 60 * pixelsPerMetre).toFixed(1)}" stroke-linejoin="round"`,
        ) +
        `<path d="${roads}" fill="none" stroke="var(--road)" stroke-width="${Math.min(11, Math.max(1.5, 130 * pixelsPerMetre)).toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"/>`
      )
    })
    .join('')
}

const overlap = (a: Box, b: Box): boolean =>
  a.west < b.east && b.west < a.east && a.south < b.north && b.south < a.north

const formatPoint = ({ x, y }: Point): string => `${x.toFixed(0)} ${y.toFixed(0)}`

export const toPolygonPath = (points: readonly Point[]): string => `M${points.map(formatPoint).join('L')}Z`

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

function blob(points: readonly Point[]): string {
  const next = (i: number) => points[(i + 1) % points.length] as Point
  const bends = points.map((_, i) => `Q${formatPoint(next(i))} ${formatPoint(middle(next(i), next(i + 1)))}`)
  return `M${formatPoint(middle(points[0] as Point, next(0)))}${bends.join('')}Z`
}

/** Smooth path through midpoints, with the points as Bézier handles. */
function curve(points: readonly Point[]): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (!first || !last) return ''
  // Ring roads are closed.
  if (first.x === last.x && first.y === last.y) return blob(rest)
  const bends = rest
    .slice(0, -1)
    .map((point, i) => `Q${formatPoint(point)} ${formatPoint(middle(point, rest[i + 1] as Point))}`)
  return `M${formatPoint(first)}L${formatPoint(middle(first, rest[0] as Point))}${bends.join('')}L${formatPoint(last)}`
}
