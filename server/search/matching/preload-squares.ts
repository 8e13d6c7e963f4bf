import { setTimeout } from 'node:timers/promises'
import { limits } from '#contract/constants.ts'
import type { Database } from '#db/database.ts'
import { toFaultFields, type Log } from '#server/platform/log.ts'
import { MOST_CACHED_PROVIDERS, loadSquares } from './around.ts'
import { getCellCentre, listCellsAround } from './cells.ts'
import { readSquareSizes } from './square-queries.ts'

/** Batch size in providers, unless a single square has more. */
const BATCH_PROVIDERS = 4_000

type Batch = { cells: readonly number[]; providers: number }

/**
 * Starts to preload the squares of all cities in the background. Returns the function that stops it. Until then,
 * searches load missing squares themselves.
 */
export function startPreload(database: Database, log: Log): () => Promise<void> {
  const stopping = new AbortController()
  const preload = preloadSquares(database, stopping.signal).then(
    (providers) => log.debug({ providers }, 'map squares preloaded'),
    (fault) => log.warn(toFaultFields(fault), 'preloading map squares failed'),
  )
  return () => {
    stopping.abort()
    return preload
  }
}

/**
 * Preloads the squares of all cities into the process cache in batches, pausing as long as each batch took, so that
 * requests have priority. Returns the number of providers loaded before the abort signal or the end.
 */
export async function preloadSquares(database: Database, signal: AbortSignal): Promise<number> {
  let loaded = 0
  for (const { cells, providers } of planBatches(await readSquareSizes(database))) {
    if (signal.aborted) break
    const from = performance.now()
    await loadSquares(database, cells)
    loaded += providers
    await setTimeout(performance.now() - from, undefined, { signal, ref: false }).catch(() => {})
  }
  return loaded
}

/**
 * Plans the batches for squares sorted by size: all squares of a search in the centre of the largest city, then the
 * next city, until the cache is full.
 */
export function planBatches(sizes: ReadonlyMap<number, number>, most = MOST_CACHED_PROVIDERS): Batch[] {
  const batches: Batch[] = []
  const left = new Map(sizes)
  let [cells, providers, total] = [[] as number[], 0, 0]
  const finishBatch = () => {
    if (cells.length) batches.push({ cells, providers })
    ;[cells, providers] = [[], 0]
  }
  for (const centre of sizes.keys()) {
    if (!left.has(centre)) continue
    const { lat, lng } = getCellCentre(centre)
    const city = listCellsAround(lat, lng, limits.candidateRadiusMetres)
      .filter((cell) => left.has(cell))
      .sort((a, b) => (left.get(b) as number) - (left.get(a) as number))
    for (const cell of city) {
      const size = left.get(cell) as number
      left.delete(cell)
      total += size
      if (total > most) {
        finishBatch()
        return batches
      }
      if (providers + size > BATCH_PROVIDERS) finishBatch()
      cells.push(cell)
      providers += size
    }
  }
  finishBatch()
  return batches
}
