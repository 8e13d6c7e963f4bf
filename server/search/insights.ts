import { convertDistance, roundSpot } from '#server/places/index.ts'
import { limits, metresPerUnit } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { insights, SuggestedChange } from '#contract/calendar/insights.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type PackedHours, getCallerProvider, listProviderServices } from '#server/providers/index.ts'
import { loadSquares } from '#server/search/matching/around.ts'
import {
  type CellSnapshot,
  field,
  fieldCount,
  hasFlag,
  readCellNumber,
  unpackServiceNo,
} from '#server/search/matching/cell-snapshot.ts'
import { getCell } from '#server/search/matching/cells.ts'
import { matchQueryOf } from '#server/search/matching/match-search.ts'
import { resolveSearch } from './saved-search.ts'
import {
  type BusyTime,
  saveProfileViews,
  listBusyTimes,
  type SearchAround,
  listSearchesAround,
} from './insights.queries.ts'
import { setImmediate } from 'node:timers/promises'
import type { BusyCell } from '#server/search/matching/busy-cell.ts'
import { flag } from '#server/search/matching/square-queries.ts'
import { matchIn, type MatchQuery } from '#server/search/matching/match-providers.ts'
import type { Database } from '#db/database.ts'
import { runInBackground } from '#server/platform/work/background-work.ts'

const DAY_MS = 86_400_000
const MOST_SEARCHES = 1_000
const MOST_SHOWN = 5

type Output = OutputOf<typeof insights.suggestion>
type Provider = Awaited<ReturnType<typeof getCallerProvider>>

/** Suggests the setting whose change would have matched most of the recent nearby searches that the caller missed. */
export async function suggestChange(ctx: Context, { days }: InputOf<typeof insights.suggestion>): Promise<Output> {
  const provider = await getCallerProvider(ctx)
  const none: Output = { days, searches: 0, fitted: 0, best: null, others: [] }
  const alone = provider.state === 'approved' ? await aloneOf(ctx, provider) : null
  if (!alone) return none
  const catalog = await getCatalog(ctx.database)
  const searches = await listSearchesAround(ctx.reads, {
    at: roundSpot(provider),
    countryCode: provider.country_code,
    metres: limits.candidateRadiusMetres,
    since: new Date(ctx.now.getTime() - days * DAY_MS),
    but: provider.account_id,
    most: MOST_SEARCHES,
  })
  const offered = await listProviderServices(ctx.reads, provider.id)
  const kinds = new Set(offered.map(({ service_id }) => catalog.services.get(service_id)?.categoryId))
  const asked = await listAskedSearches(
    ctx,
    catalog,
    provider,
    searches.filter(({ category_id }) => kinds.has(category_id)),
  )
  const unit = metresPerUnit[catalog.markets.get(provider.country_code)?.distanceUnit ?? 'km']
  const { fitted, effects } = await effectsOf(
    alone,
    asked,
    changesOf(alone, unit, servicesToAdd(catalog, kinds, provider, offered)),
  )
  const [best = null, ...others] = effects.slice(0, MOST_SHOWN).map((effect) => presented(effect, catalog, provider))
  return { days, searches: asked.length, fitted, best, others }
}

async function aloneOf(ctx: Context, { no, lat, lng }: Provider) {
  for (const square of (await loadSquares(ctx.database, [getCell(lat, lng)])).values())
    for (let row = 0; row < square.count; row++)
      if (readCellNumber(square, row, field.no) === no) return isolateRow(square, row)
  return null
}

async function listAskedSearches(
  ctx: Context,
  catalog: Catalog,
  { id }: Provider,
  searches: readonly SearchAround[],
): Promise<Asked[]> {
  const days = searches.map(({ event_date }) => event_date).sort()
  const diary = days.length ? await listBusyTimes(ctx.reads, id, days[0] as string, days.at(-1) as string) : []
  const known = searches.filter(({ people }) =>
    people.every(({ services }) => services.every((service) => catalog.services.has(service))),
  )
  return known.map(({ created_at, ...search }) => {
    const resolved = resolveSearch({ ...search, ...nobodys }, catalog, created_at)
    const { day } = resolved
    return {
      query: matchQueryOf(resolved, created_at),
      busy: selectBusy(diary, day.at(-1440) / 1000, day.at(2 * 1440 + 300) / 1000),
    }
  })
}

const nobodys = {
  visitor_hash: null,
  account_id: null,
  details: null,
  experiment_id: null,
  gclid: null,
  heap_id: null,
  landing_page: null,
  tags: [],
  free_of: [],
  language: 'en' as const,
  acts: null,
}

function servicesToAdd(
  catalog: Catalog,
  kinds: ReadonlySet<number | undefined>,
  { country_code }: Provider,
  offered: readonly { service_id: string }[],
) {
  const own = new Set(offered.map(({ service_id }) => service_id))
  return [...catalog.services.values()].filter(
    ({ id, categoryId, retired, markets }) =>
      kinds.has(categoryId) && !retired && markets.includes(country_code) && !own.has(id),
  )
}

function presented({ change, more }: Effect, catalog: Catalog, { country_code }: Provider): SuggestedChange {
  const unit = catalog.markets.get(country_code)?.distanceUnit ?? 'km'
  switch (change.kind) {
    case 'opens':
    case 'closes':
      return { kind: change.kind, more, time: clockOf(change.minute) }
    case 'radius':
      return { kind: 'radius', more, distance: convertDistance(change.metres, unit) }
    case 'notice':
      return { kind: 'notice', more, hours: change.hours }
    case 'horizon':
      return { kind: 'horizon', more, days: change.days }
    case 'service':
      return { kind: 'service', more, service: catalog.servicesByNo.get(change.no)?.label ?? '' }
  }
}

const clockOf = (minute: number): string =>
  `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

type Effect = { change: Change; more: number }

const earliestOpen = 240
const latestClose = 1500
const halfHours = [1, 2, 3, 4, 5, 6].map((n) => n * 30)
const furtherUnits = [5, 10, 15, 20, 30]
const notices = [72, 48, 24, 12, 6, 3, 2]
const horizons = [90, 180, 365, 548, 730]

function changesOf(
  alone: CellSnapshot,
  metresPerUnit: number,
  services: readonly { no: number; minutes: number }[],
): Change[][] {
  const of = (column: number) => readCellNumber(alone, 0, column)
  const [opens, closes, radius] = [of(field.opens), of(field.closes), of(field.radius)]
  return [
    halfHours
      .map((by) => opens - by)
      .filter((minute) => minute >= earliestOpen)
      .map((minute) => ({ kind: 'opens', minute })),
    halfHours
      .map((by) => closes + by)
      .filter((minute) => minute <= latestClose)
      .map((minute) => ({ kind: 'closes', minute })),
    travels(alone) ? furtherUnits.map((by) => ({ kind: 'radius', metres: radius + by * metresPerUnit })) : [],
    notices.filter((hours) => hours < of(field.notice)).map((hours) => ({ kind: 'notice', hours })),
    horizons.filter((days) => days > of(field.horizon)).map((days) => ({ kind: 'horizon', days })),
    ...services.map(({ no, minutes }): Change[] => [{ kind: 'service', no, minutes }]),
  ]
}

/** A step is enough if it brings this share of the largest step's gain. */
const ENOUGH = 2 / 3
const LEAST_MORE = 3
const AT_ONCE = 2_000

/** Returns for each kind the smallest change with most of the gain, largest gain first, without negligible ones. */
async function effectsOf(
  alone: CellSnapshot,
  asked: readonly Asked[],
  changes: readonly (readonly Change[])[],
): Promise<{ fitted: number; effects: Effect[] }> {
  const missed = asked.filter((one) => !doesProviderFit(alone, one))
  const effects: Effect[] = []
  let since = 0
  for (const steps of changes) {
    const tried: Effect[] = []
    for (const change of steps) {
      const changed = applyChange(alone, change)
      tried.push({ change, more: missed.filter((one) => doesProviderFit(changed, one)).length })
      since += missed.length
      if (since > AT_ONCE) {
        since = 0
        await setImmediate()
      }
    }
    const most = Math.max(0, ...tried.map(({ more }) => more))
    const enough = tried.find(({ more }) => more >= Math.max(LEAST_MORE, most * ENOUGH))
    if (enough) effects.push(enough)
  }
  return { fitted: asked.length - missed.length, effects: effects.sort((a, b) => b.more - a.more) }
}

type Change =
  | { kind: 'opens'; minute: number }
  | { kind: 'closes'; minute: number }
  | { kind: 'radius'; metres: number }
  | { kind: 'notice'; hours: number }
  | { kind: 'horizon'; days: number }
  | { kind: 'service'; no: number; minutes: number }

/** Returns a square with only one of its providers. */
export function isolateRow(cell: CellSnapshot, row: number): CellSnapshot {
  const columns = Int32Array.from({ length: fieldCount }, (_, column) => readCellNumber(cell, row, column))
  const services = cell.services.slice(columns[field.servicesFrom], columns[field.servicesTo])
  columns[field.servicesFrom] = 0
  columns[field.servicesTo] = services.length
  const alone = <T>(own: T | undefined) => new Map(own === undefined ? [] : [[0, own]])
  return {
    version: cell.version,
    count: 1,
    opensFrom: columns[field.opens] as number,
    columns,
    services,
    points: Float64Array.from({ length: 4 }, (_, axis) => cell.points[axis * cell.count + row] as number),
    hours: alone(cell.hours.get(row)),
    selling: alone(cell.selling.get(row)),
  }
}

function applyChange(alone: CellSnapshot, change: Change): CellSnapshot {
  const changed = { ...alone, columns: alone.columns.slice() }
  const { columns } = changed
  if (change.kind === 'radius') columns[field.radius] = change.metres
  else if (change.kind === 'notice') columns[field.notice] = change.hours
  else if (change.kind === 'horizon') columns[field.horizon] = change.days
  else if (change.kind === 'service') return addServiceToCell(changed, change)
  else {
    columns[change.kind === 'opens' ? field.opens : field.closes] = change.minute
    const own = changed.hours.get(0)
    if (own !== undefined) changed.hours = new Map([[0, widened(own, change)]])
    changed.opensFrom = columns[field.opens] as number
  }
  return changed
}

function widened(own: PackedHours, { kind, minute }: { kind: 'opens' | 'closes'; minute: number }): PackedHours {
  const wider = (windows: readonly number[]) => {
    if (windows.length === 0) return windows
    return kind === 'opens'
      ? [Math.min(windows[0] as number, minute), ...windows.slice(1)]
      : [...windows.slice(0, -1), Math.max(windows.at(-1) as number, minute)]
  }
  return {
    ...own,
    opens: kind === 'opens' ? Math.min(own.opens, minute) : own.opens,
    closes: kind === 'closes' ? Math.max(own.closes, minute) : own.closes,
    week: own.week.map(wider),
    seasons: own.seasons.map(([yearly, first, last, week]) => [yearly, first, last, week.map(wider)] as const),
  }
}

// Adds the service for the whole team, with the catalogue's duration.
function addServiceToCell(alone: CellSnapshot, { no, minutes }: { no: number; minutes: number }): CellSnapshot {
  const { columns } = alone
  const doers = (1 << (columns[field.artists] as number)) - 1
  const services = [...alone.services]
  let at = 0
  while (at < services.length && unpackServiceNo(services[at] as number) < no) at += 2
  services.splice(at, 0, no | (minutes << 8) | (doers << 18), 0)
  columns[field.servicesTo] = services.length
  const word = field.offers + (no >> 5)
  columns[word] = (columns[word] as number) | (1 << (no & 31))
  return { ...alone, services: Int32Array.from(services) }
}

type Asked = { query: MatchQuery; busy: BusyCell }

export function doesProviderFit(alone: CellSnapshot, { query, busy }: Asked): boolean {
  const { counts, found } = matchIn([{ cell: alone, busy: [busy] }], query)
  found.recycle()
  return counts.people.fits === 1
}

export function selectBusy(times: readonly BusyTime[], start: number, end: number): BusyCell {
  const near = times.filter(({ from, until }) => from < end && until > start)
  return {
    version: 0,
    nos: Int32Array.from(near, ({ no }) => no),
    from: Int32Array.from(near, ({ from }) => from),
    until: Int32Array.from(near, ({ until }) => until),
  }
}

const travels = (alone: CellSnapshot): boolean => hasFlag(alone, 0, flag.mobile)

// Memory bound: unknown slugs stay until the next flush.
const MOST_NAMES = 5_000
const noted = new WeakMap<Database, Map<string, number>>()

export function recordView(ctx: Context, slug: string): void {
  const all = noted.get(ctx.database) ?? new Map<string, number>()
  noted.set(ctx.database, all)
  if (all.size >= MOST_NAMES && !all.has(slug)) return
  all.set(slug, (all.get(slug) ?? 0) + 1)
  runInBackground(ctx, 'save-profile-views')
}

/** Failed views are retried with the next flush. */
export async function flushProfileViews(ctx: Context): Promise<void> {
  const all = noted.get(ctx.database)
  if (!all?.size) return
  noted.delete(ctx.database)
  try {
    await saveProfileViews(ctx.db, [...all], ctx.now)
  } catch (fault) {
    const since = noted.get(ctx.database) ?? new Map<string, number>()
    for (const [slug, n] of all) if (since.size < MOST_NAMES) since.set(slug, n + (since.get(slug) ?? 0))
    noted.set(ctx.database, since)
    throw fault
  }
}

/** Returns null for other paths than profiles. */
export const parseArtistPath = (path: string): string | null =>
  path.length < 160 ? (/^\/(?:quotes?\/[\w-]+\/)?@\/([a-z0-9-]{1,120})(?:\.data)?$/.exec(path)?.[1] ?? null) : null

const machines =
  /bot|crawl|spider|slurp|preview|fetch|monitor|headless|lighthouse|curl|wget|python|facebookexternalhit/i

export const isSeen = (headers: Record<string, string | string[] | undefined>): boolean => {
  const agent = String(headers['user-agent'] ?? '')
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`
  return agent !== '' && !machines.test(agent) && !/prefetch|prerender/i.test(purpose)
}
