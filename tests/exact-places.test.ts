import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Functions that measure between exact places. `measureRoundedMetres` and `computePlannedTravelMinutes` round private
 * positions.
 */
const measures = /\b(?:measureMetres|computeTravelMinutes|ll_to_earth|earth_distance)\(/

/** Allowed uses: see "Exact places" in docs/security.md. */
const allowed: Readonly<Record<string, string>> = {
  'server/places/places.queries.ts': 'rounds both ends in SQL',
  'server/places/find-places.ts': 'between places of the gazetteer and the point that the caller gives',
  'server/places/distance.ts': 'defines them; between places of the gazetteer and a point, answers the name',
  'server/search/matching/cells.ts': 'between squares of a tenth of a degree and a point',
  'server/search/rescue.ts': 'between places of the gazetteer and the search of its owner, or a rounded one',
  'server/providers/travel-time.ts': 'between a place and the middles of cities; defines the minutes',
  'server/party/shared-locations.ts': 'the day of a booking, for its artist, its customer and everyone with its link',
  'server/calendar/insights.queries.ts': 'by buildRoundedPoint',
}

test('distances and journeys between private places use rounded positions', () => {
  const files = globSync('server/**/*.ts').filter((file) => !/\.test\.ts$/.test(file))
  const measuring = files.filter((file) => measures.test(readFileSync(file, 'utf8')))
  expect(measuring.filter((file) => !(file in allowed))).toEqual([])
  expect(Object.keys(allowed).filter((file) => !measuring.includes(file))).toEqual([])
})

test('SQL that measures distances without the shared condition uses rounded columns', () => {
  const sql = readFileSync('server/calendar/insights.queries.ts', 'utf8')
  expect(sql).not.toMatch(/ll_to_earth/)
  expect(sql.match(/earth_distance\(\$\{buildRoundedPoint\(/g)).toHaveLength(2)
})
