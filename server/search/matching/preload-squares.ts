import { setTimeout } from 'node:timers/promises'
import { limits } from '#contract/constants.ts'
import type { Database } from '#db/database.ts'
import { toFaultFields, type Log } from '#server/platform/log.ts'
import { MOST_CACHED_PROVIDERS, loadSquares } from './around.ts'
import { getCellCentre, listCellsAround } from './cells.ts'
import { readSquareSizes } from './square-queries.ts'

/** Batch size in providers; a single square may exceed it. */
const BATCH_PROVIDERS = 4_000

type Batch = { cells: readonly number[]; providers: number }

/** Starts to preload the squares of all cities in the background. Returns a function that stops it. */
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
 * Preloads squares in batches until the abort signal. Pauses as long as each batch took, so that requests have
 * priority. Returns the number of providers loaded.
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
 * Plans batches by city, largest first, until the cache is full: all squares that a search in the city's centre reads.
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
