import { measureFlat, mix, type Pair, PointGrid } from './shapes.ts'

/** Towns farther apart than this have no road between them. */
const LONGEST_METRES = 100_000
/** A road's end within this distance of a town continues from the town. */
const AT_TOWN_METRES = 1_500
/** Towns this close to a road of a city are on that road already. */
const ON_ROAD_METRES = 2_500
/** A road between towns keeps this distance from the roads of a city, except at its ends. */
const AWAY_METRES = 700

type Town = { at: Pair }
type Edge = readonly [Pair, Pair]
const keyOf = (at: Pair): string => at.join()

/**
 * Connects towns and the ends of the cities' roads by straight roads over land. Two towns are connected if no third
 * town is within the circle between them (a Gabriel graph). Then removes dead ends: roads of cities are cut back to
 * their last junction, so that each end of a road is a junction.
 */
export function connectRoads(
  cityRoads: readonly (readonly Pair[])[],
  towns: readonly Town[],
  isLand: (at: Pair) => boolean,
): { city: Pair[][]; between: Edge[] } {
  const onRoads = new PointGrid(cityRoads.flatMap((road) => densify(road).map((at) => ({ at }))))
  const vertices = countVertices(cityRoads)
  const ends = cityRoads
    .flatMap((road) => [road[0] as Pair, road.at(-1) as Pair])
    .filter((at) => vertices.get(keyOf(at)) === 1)
  const endGrid = new PointGrid(ends.map((at) => ({ at })))
  const nodes = [
    ...towns.filter(
      ({ at }) => onRoads.near(at, ON_ROAD_METRES).length === 0 && endGrid.near(at, AT_TOWN_METRES).length === 0,
    ),
    ...ends.map((at) => ({ at })),
  ]
  const isEnd = new Set(ends.map(keyOf))
  const grid = new PointGrid(nodes)
  const edges: Edge[] = []
  for (const { at } of nodes) {
    for (const other of listNeighbours(grid, at)) {
      const edge: Edge = [at, other.at]
      const twice = keyOf(at) >= keyOf(other.at)
      const withinCity = isEnd.has(keyOf(at)) && isEnd.has(keyOf(other.at))
      const along = samplesOf(edge)
      if (twice || withinCity || !along.every(isLand)) continue
      const amid = along.filter((point) => edge.every((end) => measureFlat(point, end) > 2 * AWAY_METRES))
      if (amid.some((point) => onRoads.near(point, AWAY_METRES).length > 0)) continue
      edges.push(edge)
    }
  }
  return removeDeadEnds(cityRoads, edges)
}

function listNeighbours(grid: PointGrid<Town>, at: Pair): Town[] {
  let near: Town[] = []
  for (let reach = 12_500; near.length < 14 && reach <= LONGEST_METRES; reach *= 2)
    near = grid.near(at, reach).filter((town) => town.at !== at)
  near.sort((a, b) => measureFlat(at, a.at) - measureFlat(at, b.at))
  return near
    .slice(0, 14)
    .filter((town, i) =>
      near
        .slice(0, i)
        .every(
          (third) =>
            measureFlat(at, third.at) ** 2 + measureFlat(town.at, third.at) ** 2 >= measureFlat(at, town.at) ** 2,
        ),
    )
}

function removeDeadEnds(cityRoads: readonly (readonly Pair[])[], all: Edge[]): { city: Pair[][]; between: Edge[] } {
  let between = all
  let city = cityRoads.map((road) => [...road])
  for (;;) {
    const meetings = countVertices([...city, ...between])
    const isJunction = (at: Pair) => (meetings.get(keyOf(at)) ?? 0) > 1
    const kept = between.filter((edge) => edge.every(isJunction))
    const cut = city.map((road) => {
      if (isClosed(road)) return road
      const first = road.findIndex(isJunction)
      const last = road.findLastIndex(isJunction)
      return first < last ? road.slice(first, last + 1) : []
    })
    const ended = kept.length === between.length && cut.every((road, i) => road.length === city[i]?.length)
    city = cut.filter((road) => road.length > 1)
    between = kept
    if (ended) return { city, between }
  }
}

const isClosed = (road: readonly Pair[]): boolean => keyOf(road[0] as Pair) === keyOf(road.at(-1) as Pair)

/** Counts how many roads have each vertex. */
function countVertices(roads: readonly (readonly Pair[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const road of roads) for (const key of new Set(road.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const samplesOf = ([a, b]: Edge): Pair[] => Array.from({ length: 13 }, (_, i) => mix(a, b, i / 12))

/** Adds points to a line, so that none is more than 500 m from the next. */
const densify = (line: readonly Pair[]): Pair[] =>
  line.slice(1).flatMap((b, i) => {
    const a = line[i] as Pair
    const steps = Math.max(1, Math.ceil(measureFlat(a, b) / 500))
    return Array.from({ length: steps + 1 }, (_, n) => mix(a, b, n / steps))
  })
