import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findLowerPrice, applyLowerPrice, type LowerPrice, type Package, computeUnitsWithFee } from '#contract/price.ts'
import { toMinor } from '#contract/money.ts'
import { limits } from '#contract/constants.ts'
import type { ReasonCounts } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import type { Database } from '#db/database.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import { arrangeList } from './arrange.ts'
import { groupOf } from './cards.ts'
import { type NearbyCells, readAround } from '#server/search/matching/around.ts'
import { BusyWalk } from '#server/search/matching/busy-cell.ts'
import { field, hasFlag, readCellNumber } from '#server/search/matching/cell-snapshot.ts'
import { countries, countryShift, flag } from '#server/search/matching/square-queries.ts'
import { CandidateColumns, notThatWay } from '#server/search/matching/found.ts'
import {
  fitNames,
  combineFits,
  fits,
  type Hours,
  otherHours,
  checkTimeFit,
  tooFar,
} from '#server/search/matching/match.ts'
import { getCandidate, type Match, matchIn, type MatchQuery } from '#server/search/matching/match-providers.ts'
import { earthMetres, toSpherePoint } from '#server/search/matching/sphere.ts'
import { searchPoints } from '#server/search/matching/ranking.ts'
import { TeamReader } from '#server/search/matching/team-reader.ts'
import { isPlaceBefore } from '#server/search/matching/top-places.ts'
import { computeJobWindow } from '#server/search/planning/planner.ts'
import { TeamClock } from '#server/search/planning/team-clock.ts'
import { priceOfCandidate, type Pricing, computePrices, computeTotalUnits } from '#server/search/pricing/pricing.ts'
import { randomTestSearch, createTestMatchQuery } from '#server/testing/searches.ts'
import { openOnDay, type PackedHours } from '#server/providers/index.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 900_000 })
const pageOf = 4
const numRuns = process.env.PROVE ? 3_000 : 150

let rig: TestRig
let catalog: Catalog
// Simulates a second process: the same database with caches of its own.
let elsewhere: Database

beforeAll(async () => {
  rig = await openRig()
  catalog = await getCatalog(rig.database)
  elsewhere = { ...rig.database }
}, 120_000)

// Restores hours and prices, because other test files use the same market.
afterAll(async () => {
  const { db } = rig.database
  for (const { id, services, ...terms } of before.values()) {
    await db.deleteFrom('hours_exception').where('provider_id', '=', id).execute()
    await db.deleteFrom('lower_price').where('provider_id', '=', id).execute()
    await db.deleteFrom('package').where('provider_id', '=', id).execute()
    await db
      .updateTable('provider')
      .set({ ...terms, week: null, instant_until: null })
      .where('id', '=', id)
      .execute()
    for (const { service_id, cost_minor, minutes } of services)
      await db
        .updateTable('provider_service')
        .set({ cost_minor, minutes })
        .where('provider_id', '=', id)
        .where('service_id', '=', service_id)
        .execute()
  }
})

const countOf = (counts: number[]): ReasonCounts => {
  const named: ReasonCounts = { fits: 0, booked: 0, tooFar: 0, otherHours: 0, tooManyPeople: 0, shortNotice: 0 }
  for (const [code, name] of fitNames.entries()) named[name] = counts[code] as number
  return named
}

/** Reads an artist's hours, notice and horizon for the search, without a cache. */
function readHours(hours: Hours, own: PackedHours | null, { ask, serviceNos }: MatchQuery): void {
  hours.open = own && openOnDay(own, ask.day)
  const leads = serviceNos.map((no) => own?.leads.find(([of]) => of === no))
  hours.noticeHours = Math.max(...leads.map((lead) => lead?.[1] ?? hours.noticeHours))
  hours.horizonDays = Math.min(...leads.map((lead) => lead?.[2] ?? hours.horizonDays))
}

/** Finds the cheapest packages by trying all. */
function sellTogether(
  team: TeamReader,
  query: MatchQuery,
  packages: readonly Package<number>[],
  rule: LowerPrice | null,
): void {
  const at = (no: number) => query.serviceNos.indexOf(no)
  const { percent } = team
  const priced = packages.map((one) => ({
    ...one,
    costMinor: rule ? applyLowerPrice(one.costMinor, rule) : one.costMinor,
  }))
  const least = (copies: readonly number[]): number => {
    let units = copies.reduce((sum, n, want) => sum + n * computeUnitsWithFee(team.costs[want] as number, percent), 0)
    for (const { costMinor, services } of priced) {
      if (services.some(([no]) => at(no) < 0)) continue
      const left = copies.map((n, want) => n - (services.find(([no]) => at(no) === want)?.[1] ?? 0))
      if (left.every((n) => n >= 0)) units = Math.min(units, computeUnitsWithFee(costMinor, percent) + least(left))
    }
    return units
  }
  const units = least(query.party.copies)
  team.pack(priced)
  if (priced.length > 0) sold++
  expect(team.units).toBe(units)
}
let [sold, together] = [0, 0]

/** Evaluates every artist of the areas in full, without staging or cached columns. */
function fullScan(around: NearbyCells, query: MatchQuery): Match {
  const { ask } = query
  const country = countries.indexOf(query.countryCode)
  const [x, y, z] = toSpherePoint(query.lat, query.lng)
  const mostMetres = limits.candidateRadiusMetres
  const mostSquared = (2 * Math.sin((mostMetres + 1) / earthMetres / 2)) ** 2
  const words = offeredWords(query.serviceNos)
  const team = new TeamReader(query)
  const clock = new TeamClock(query.party, query.serviceNos, query.setupMinutes)
  const least = () => clock.leastOf(team)
  const hours: Hours = { opensMinute: 0, closesMinute: 0, open: null, noticeHours: 0, horizonDays: 0, bufferMinutes: 0 }
  const found = CandidateColumns.borrow(around.reduce((sum, { cell }) => sum + cell.count, 0))
  const mobile = [0, 0, 0, 0, 0, 0, 0, 0]
  const studio = [0, 0, 0, 0, 0, 0, 0, 0]
  const people = [0, 0, 0, 0, 0, 0, 0, 0]
  let reach = 0

  for (let c = 0; c < around.length; c++) {
    const { cell, busy } = around[c] as NearbyCells[number]
    const { columns, points, count } = cell
    const walk = new BusyWalk(busy)
    const firstWord = (words[0] as number) * count
    const firstMask = words[1] as number
    for (let row = 0; row < count; row++) {
      if (((columns[firstWord + row] as number) & firstMask) !== firstMask || !offersRest(columns, count, row, words))
        continue
      const flags = columns[field.flags * count + row] as number
      if (flags >> countryShift !== country) continue
      const dx = (points[row] as number) - x
      const dy = (points[count + row] as number) - y
      const dz = (points[2 * count + row] as number) - z
      const squared = dx * dx + dy * dy + dz * dz
      if (squared > mostSquared) continue
      // The arcsine of so small a number is itself plus a sixth of its cube.
      const half = Math.sqrt(squared) / 2
      const metres = Math.round(2 * earthMetres * (half + (half * half * half) / 6))
      if (metres > mostMetres) continue

      const hasStudio = (flags & flag.studio) !== 0
      const isMobile = (flags & flag.mobile) !== 0
      const near = isMobile && metres <= (columns[field.radius * count + row] as number)
      const i = found.count++
      found.cell[i] = c
      found.row[i] = row
      found.metres[i] = metres
      found.minutes[i] = 0
      let time = otherHours
      if (near || hasStudio) {
        team.read(cell, row)
        const minutes = clock.minutesOf(team)
        found.minutes[i] = minutes
        const selling = cell.selling.get(row)
        if (selling) {
          const { lower, packages = [] } = selling
          const rule = findLowerPrice(lower, {
            date: ask.day.date,
            daysAhead: ask.daysAhead,
            at: (minute) => ask.day.at(minute),
            start: ask.aim && computeJobWindow(ask.aim, minutes).from,
          })
          team.lower(rule)
          sellTogether(team, query, packages, rule)
        }
        found.cost[i] = team.costMinor
        found.units[i] = team.units
        hours.opensMinute = columns[field.opens * count + row] as number
        hours.closesMinute = columns[field.closes * count + row] as number
        hours.noticeHours = columns[field.notice * count + row] as number
        hours.horizonDays = columns[field.horizon * count + row] as number
        hours.bufferMinutes = columns[field.buffer * count + row] as number
        readHours(hours, cell.hours.get(row) ?? null, query)
        const diary = walk.turnTo(columns[field.no * count + row] as number)
        time = checkTimeFit(ask, hours, minutes, least, diary)
        reach++
      }
      const mobileFit = isMobile ? (near ? time : tooFar) : notThatWay
      const studioFit = hasStudio ? time : notThatWay
      found.fit[i] = mobileFit | (studioFit << 3)
      mobile[mobileFit] = (mobile[mobileFit] as number) + 1
      studio[studioFit] = (studio[studioFit] as number) + 1
      const person = combineFits(hasStudio, mobileFit, time)
      people[person] = (people[person] as number) + 1
    }
  }
  return {
    query,
    around,
    found,
    counts: {
      mobile: countOf(mobile),
      studio: countOf(studio),
      people: countOf(people),
      candidates: found.count,
      reach,
    },
  }
}

/** Returns pairs of a column and the bits wanted in it. */
function offeredWords(serviceNos: readonly number[]): Int32Array {
  const masks = new Map<number, number>()
  for (const no of serviceNos) masks.set(no >> 5, (masks.get(no >> 5) ?? 0) | (1 << (no & 31)))
  return Int32Array.from([...masks].flatMap(([word, mask]) => [field.offers + word, mask]))
}

function offersRest(columns: Int32Array, count: number, row: number, words: Int32Array): boolean {
  for (let i = 2; i < words.length; i += 2) {
    const mask = words[i + 1] as number
    if (((columns[(words[i] as number) * count + row] as number) & mask) !== mask) return false
  }
  return true
}

const columnsOf = ({ found, counts }: Match) => {
  const first = (column: Int32Array | Uint8Array | Uint16Array) => Array.from(column.subarray(0, found.count))
  const weighed = first(found.fit).map((fit) => fit !== (tooFar | (notThatWay << 3)))
  const ofWeighed = (column: Int32Array) => first(column).map((value, i) => (weighed[i] ? value : 0))
  return {
    counts,
    cell: first(found.cell),
    row: first(found.row),
    metres: first(found.metres),
    minutes: first(found.minutes),
    fit: first(found.fit),
    cost: ofWeighed(found.cost),
    units: ofWeighed(found.units),
  }
}

function firstOf(match: Match, mode: Mode, pricing: Pricing) {
  const hasTime = match.query.ask.aim !== null
  const fitting = Array.from({ length: match.found.count }, (_, i) => i).filter(
    (i) => match.found.fitOf(i, mode) === fits,
  )
  const units = fitting.map((i) => computeTotalUnits(match, i, mode, pricing))
  const middle = units.toSorted((a, b) => a - b)[units.length >> 1] ?? 0
  const entries = fitting.map((i, nth) => {
    const { cell, row, no, metres } = getCandidate(match, i)
    const until = readCellNumber(cell, row, field.instantUntil)
    const isRead = until === -1 || until * 1000 >= match.query.ask.day.at(29 * 60)
    const status = hasTime && hasFlag(cell, row, flag.instant) && isRead ? 'offered' : null
    const points =
      (cell.points[3 * cell.count + row] as number) +
      searchPoints(metres, toMinor(units[nth] as number), toMinor(middle))
    return { group: groupOf(status, hasFlag(cell, row, flag.featured)), key: -points, no }
  })
  return {
    shown: fitting.length,
    middleMinor: toMinor(middle),
    rangeMinor: units.length ? [toMinor(Math.min(...units)), toMinor(Math.max(...units))] : null,
    entries: entries.sort((a, b) => (isPlaceBefore(a, b) ? -1 : 1)).slice(0, pageOf),
  }
}

type Terms = { id: string; travel_radius_m: number; opens_minute: number; instant_booking: boolean }
const before = new Map<
  string,
  Terms & { services: { service_id: string; cost_minor: number | null; minutes: number | null }[] }
>()

const changeSomebody = async (
  at: number,
  radius: number,
  opens: number,
  cost: number,
  instant: boolean,
  week: readonly string[] | null,
  closed: boolean,
  minutes: number | null,
): Promise<void> => {
  const { db } = rig.database
  const one = await db
    .selectFrom('provider')
    .select(['id', 'travel_radius_m', 'opens_minute', 'instant_booking'])
    .where('state', '=', 'approved')
    .orderBy('no')
    .offset(at)
    .limit(1)
    .executeTakeFirst()
  if (!one) return
  const services = await db
    .selectFrom('provider_service')
    .select(['service_id', 'cost_minor', 'minutes'])
    .where('provider_id', '=', one.id)
    .where('status', '=', 'active')
    .execute()
  if (!before.has(one.id)) before.set(one.id, { ...one, services })
  await sql`update provider set travel_radius_m = ${radius}, opens_minute = ${opens}, instant_booking = ${instant},
    instant_until = ${opens % 2 ? '2027-01-15T12:00:00Z' : null}::timestamptz, week = ${week}::int4multirange[] where id = ${one.id}`.execute(
    rig.database.db,
  )
  await db.deleteFrom('hours_exception').where('provider_id', '=', one.id).execute()
  if (closed)
    await sql`insert into hours_exception (provider_id, first_on, last_on, label) values (${one.id}, '2026-12-01', '2027-06-30', 'Away')`.execute(
      rig.database.db,
    )
  await sql`update provider_service set cost_minor = ${cost}, minutes = ${minutes} where provider_id = ${one.id} and status = 'active'`.execute(
    rig.database.db,
  )
  await db.deleteFrom('package').where('provider_id', '=', one.id).execute()
  if (cost % 200 === 0)
    for (const [position, ids] of [['makeup', 'updo'], ['makeup'], ['updo']].entries())
      await sql`with made as (insert into package (provider_id, position, cost_minor, service_ids, counts)
          values (${one.id}, ${position}, ${Math.max(100, cost - 300)}::int * (1 + ${position}::int % 2), ${ids}::text[], ${ids.map((_, i) => 2 - (i % 2))}::int[]) returning id)
        insert into own_words (provider_id, package_id, title, asked_at) select ${one.id}, id, 'A few | together', now() from made`.execute(
        rig.database.db,
      )
  await db.deleteFrom('lower_price').where('provider_id', '=', one.id).execute()
  if (cost % 300 === 0)
    await sql`insert into lower_price (provider_id, kind, percent, weekdays, from_minute, to_minute) values (${one.id}, 'off_peak', 1 + ${cost}::int / 1000, 1 + ${at}::int % 126, 300, 900)`.execute(
      rig.database.db,
    )
}

const change = fc.tuple(
  fc.integer({ min: 0, max: 150 }),
  fc.integer({ min: 1, max: 45 }).map((km) => km * 1000),
  fc.constantFrom(240, 360, 480, 600),
  fc.integer({ min: 20, max: 300 }).map((whole) => whole * 100),
  fc.boolean(),
  fc.option(
    fc.array(fc.constantFrom('{}', '{[300,1320)}', '{[540,780),[840,1260)}', '{[900,1560)}'), {
      minLength: 7,
      maxLength: 7,
    }),
  ),
  fc.boolean(),
  fc.option(fc.integer({ min: 1, max: 36 }).map((five) => five * 5)),
)

test('the fast search finds the same artists and prices as a full scan, with old or new caches, while artists change', async () => {
  let some = 0
  await fc.assert(
    fc.asyncProperty(randomTestSearch, fc.option(change, { freq: 3 }), fc.boolean(), async (asked, changed, here) => {
      if (changed) await changeSomebody(...changed)
      const query = createTestMatchQuery(asked, catalog)
      const [one, other] = here ? [rig.database, elsewhere] : [elsewhere, rig.database]
      const around = await readAround(one, query, query.ask.day, query.ask.aim)
      const match = matchIn(around, query)
      expect(columnsOf(match)).toEqual(columnsOf(fullScan(around, query)))
      const scanned = fullScan(await readAround(other, query, query.ask.day, query.ask.aim), query)
      expect(columnsOf(scanned)).toEqual(columnsOf(match))
      some += match.found.count
      const pricing = {
        fees: query.fees,
        metresPerUnit: 1609,
        party: query.party,
        serviceNos: query.serviceNos,
        day: query.ask.day,
        daysAhead: query.ask.daysAhead,
      }
      const prices = computePrices(match, pricing)
      // Prices equal the sum of their lines, packages included.
      for (let i = 0; i < match.found.count; i++) {
        const candidate = getCandidate(match, i)
        if (candidate.minutes === 0 || !candidate.cell.selling.has(candidate.row)) continue
        const { lines, totalMinor } = priceOfCandidate(candidate, 'mobile', pricing)
        expect(toMinor(computeTotalUnits(match, i, 'mobile', pricing))).toBe(totalMinor)
        expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(totalMinor)
        if (lines.some(({ kind }) => kind === 'package')) together++
      }
      const how = {
        pricing,
        prices,
        acts: new Map(),
        filters: { skills: [] },
        sortBy: 'recommended' as const,
        after: null,
      }
      for (const mode of ['mobile', 'studio'] as const) {
        const list = arrangeList(match, mode, { ...how, pageSize: pageOf })
        const plain = firstOf(match, mode, pricing)
        const fitting = list.entries.filter((entry) => entry.fit === fits)
        expect(fitting.map(({ group, key, no }) => ({ group, key, no }))).toEqual(plain.entries)
        expect({ shown: list.shown.fits, middleMinor: list.middleMinor, rangeMinor: list.rangeMinor }).toEqual({
          shown: plain.shown,
          middleMinor: plain.middleMinor,
          rangeMinor: plain.rangeMinor,
        })
      }
    }),
    { numRuns },
  )
  expect(some).toBeGreaterThan(1_000)
  expect(Math.min(sold, together)).toBeGreaterThan(0)
}, 900_000)
