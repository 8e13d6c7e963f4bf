import { limits } from '#contract/constants.ts'
import {
  type Catalog,
  type CatalogCategory,
  getCatalog,
  listOfferedServices,
  listVisitServices,
} from '#server/catalog/index.ts'
import type { Db } from '#db/database.ts'
import { isFacility, isIndexed, leastOccasionReviews } from './page-index.ts'
import {
  countOwnFigures,
  listOccasionEvidence,
  listPlaceEvidence,
  saveIndexed,
  saveOccasions,
} from './page-index.queries.ts'
import { eventsByName } from './place-texts.ts'
import type { Context } from '#server/platform/context.ts'
import { getCellCentre, listCellsAround, countKinds, type ReachQuery, loadSquares } from '#server/search/index.ts'
import {
  countHomes,
  countTrade,
  type DueCell,
  listDueCells,
  hasHomes,
  lockPages,
  isSmallMarket,
  type NamedPlace,
  listPlacesOfCells,
  type PlaceFigures,
  listReviewChanges,
  deleteDueCells,
  saveHomeCells,
  writePages,
} from './place-pages.queries.ts'

const cellsAtOnce = 4_000
const placesAtOnce = 400
/** Markets up to this size are refreshed within a request, larger ones by the job. */
export const smallMarket = 20_000

export const refreshPlaces = (ctx: Context): Promise<void> => refresh(ctx, ctx.database.jobs)

async function refresh(ctx: Context, db: Db): Promise<void> {
  let changed = false
  for (;;) {
    const cells = await listDueCells(db, cellsAtOnce)
    if (cells.length === 0) break
    await reckonAround(ctx, db, cells)
    changed = true
  }
  if (!changed) return
  const first = !(await hasHomes(db))
  // In large markets, city counts change little within an hour.
  if (first || (await isSmallMarket(db, smallMarket))) await refreshHomes(ctx)
  if (first) await refreshOccasions(ctx)
}

export const refreshHomes = (ctx: Context): Promise<void> =>
  ctx.transaction(async (inner) => {
    await countHomes(inner.db)
    await decideIndex(inner.db)
  })

/** Counts all squares again once a day, since a change of the catalogue marks no square as changed. */
export const rebuildHomes = (ctx: Context): Promise<void> =>
  ctx.transaction(async (inner) => {
    await lockPages(inner.db)
    await saveHomeCells(inner.db, null)
  })

export const refreshTrade = (ctx: Context): Promise<void> =>
  ctx.transaction(async (inner) => {
    await countTrade(inner.db, inner.now)
    await countOwnFigures(inner.db, inner.now)
    await decideIndex(inner.db)
  })

async function decideIndex(db: Db): Promise<void> {
  const changed = (await listPlaceEvidence(db)).filter((page) => isIndexed(page) !== page.is_indexed)
  await saveIndexed(db, changed.filter(isIndexed), true)
  await saveIndexed(
    db,
    changed.filter((page) => !isIndexed(page)),
    false,
  )
}

export const refreshOccasions = (ctx: Context): Promise<void> =>
  ctx.transaction(async (inner) => {
    const found = await listOccasionEvidence(inner.db, eventsByName, leastOccasionReviews)
    await saveOccasions(inner.db, found.filter(isIndexed))
  })

const running = new WeakMap<Context['database'], Promise<void>>()

/** Refreshes before a read if that is fast, on read connections, one at a time per process. */
export async function refreshPlacesIfDue(ctx: Context): Promise<void> {
  const { database } = ctx
  const before = running.get(database)
  if (before) return before
  const cells = await listDueCells(database.fresh, 1)
  if (cells.length === 0 || !(await isSmallMarket(database.fresh, smallMarket))) return
  const run = running.get(database) ?? refresh(ctx, database.fresh).finally(() => running.delete(database))
  running.set(database, run)
  return run
}

const filled = new WeakSet<Context['database']>()

/** In a new market, the first request waits for the computation. */
export async function ensurePlacesFilled(ctx: Context): Promise<void> {
  if (filled.has(ctx.database)) return
  await refreshPlacesIfDue(ctx)
  filled.add(ctx.database)
}

async function reckonAround(ctx: Context, db: Db, cells: readonly DueCell[]): Promise<void> {
  const catalog = await getCatalog(ctx.database)
  const touched = new Set(
    cells.flatMap(({ cell }) => {
      const { lat, lng } = getCellCentre(cell)
      return listCellsAround(lat, lng, limits.candidateRadiusMetres + halfCellMetres)
    }),
  )
  const places = await listPlacesOfCells(db, [...touched])
  for (let from = 0; from < places.length; from += placesAtOnce)
    await reckon(ctx, db, catalog, places.slice(from, from + placesAtOnce))
  await ctx.transaction(async (inner) => {
    await lockPages(inner.db)
    await saveHomeCells(
      inner.db,
      cells.map(({ cell }) => cell),
    )
    await deleteDueCells(inner.db, cells)
  })
}

const halfCellMetres = 8_000

async function reckon(ctx: Context, db: Db, catalog: Catalog, places: readonly NamedPlace[]): Promise<void> {
  const around = new Map(
    places.map((place) => [place.id, listCellsAround(place.lat, place.lng, limits.candidateRadiusMetres)]),
  )
  const cells = [...new Set([...around.values()].flat())]
  const squares = await loadSquares(ctx.database, cells)
  const reviewed = new Map(
    (await listReviewChanges(db, cells)).map(({ cell, category_id, changed }) => [`${cell} ${category_id}`, changed]),
  )
  const categories = [...catalog.categories.values()]
  const kinds = new Map(
    [...catalog.markets.keys()].map((country) => [country, listVisitServiceNos(categories, country)]),
  )
  const pages = new Map(categories.map((category) => [category.id, [] as PlaceFigures[]]))
  for (const place of places) {
    const own = (around.get(place.id) ?? []).flatMap((cell) => {
      const square = squares.get(cell)
      return square && square.count > 0 ? [square] : []
    })
    if (own.length === 0 || isFacility(place.name, place.country_code)) continue
    const counts = countKinds(own, {
      lat: place.lat,
      lng: place.lng,
      countryCode: place.country_code,
      ownMetres: getRadiusMetres(place),
      kinds: kinds.get(place.country_code) ?? [],
    })
    const reviewCells = listCellsAround(place.lat, place.lng, getReviewRadius(place))
    counts.forEach(({ artists, leastMinor, since, changed }, k) => {
      const { id } = categories[k] as CatalogCategory
      if (artists > 0)
        pages.get(id)?.push({
          placeId: place.id,
          artists,
          fromMinor: leastMinor,
          since,
          changed: reviewCells.reduce((last, cell) => Math.max(last, reviewed.get(`${cell} ${id}`) ?? 0), changed),
        })
    })
    await turn()
  }
  await ctx.transaction(async (inner) => {
    await lockPages(inner.db)
    for (const [categoryId, made] of pages)
      await writePages(
        inner.db,
        categoryId,
        places.map(({ id }) => id),
        made,
        inner.now,
      )
  })
}

let last = 0
// Yields every few milliseconds.
async function turn(): Promise<void> {
  if (performance.now() - last < 10) return
  await new Promise((resolve) => setImmediate(resolve))
  last = performance.now()
}

export function listReachServices(category: CatalogCategory, country: string): ReachQuery['services'] {
  const visits = listVisitServices(category, country)
  const nos = (of: typeof visits) => of.map(({ no }) => no)
  return {
    visit: nos(visits),
    makeup: nos(listOfferedServices(category, country).filter(({ id }) => id === 'makeup')),
    hair: nos(visits.filter(({ serviceTypeId }) => serviceTypeId === 'hair')),
  }
}

export const listVisitServiceNos = (categories: readonly CatalogCategory[], country: string): number[][] =>
  categories.map((category) => [...listReachServices(category, country).visit])

type Extent = { kind: string; population: number; metres: number | null }

export const getReviewRadius = (place: Extent): number => Math.max(getRadiusMetres(place), 5_000)

/** Radius by kind for districts, by population for cities, short for others. */
export const getRadiusMetres = ({ kind, population, metres }: Extent): number =>
  metres ?? (kind === 'place' ? Math.min(25_000, Math.max(2_500, 8.4 * Math.sqrt(population))) : 2_500)
