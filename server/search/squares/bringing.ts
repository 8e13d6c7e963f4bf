import { mkdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Database } from '#db/database.ts'
import { DirectoryInUse, lockDirectory } from '#db/directory-lock.ts'
import { squareVersions } from '#server/search/queries.ts'
import type { SquaresToBring } from './bring-squares-worker.ts'
import { KeptSquares } from './kept-squares.ts'

const FIRST_MS = 5_000
const AGAIN_MS = 300_000

// A thread of its own: to decode a large city would hold up whoever searches.
const thread = new URL('bring-squares-worker.ts', import.meta.url)

/**
 * Keeps the folder of squares up to date for all processes of this machine, of which one does so at a time: a search in a
 * city that none of them has read finds it there. `told` hears how many squares a round has brought, or why it could not.
 */
export function startBringing(
  database: Database,
  where: Omit<SquaresToBring, 'cells'>,
  told: (brought: number | unknown) => void,
  { firstMs = FIRST_MS, againMs = AGAIN_MS } = {},
): () => Promise<void> {
  const kept = new KeptSquares(where.folder)
  let giveBack: (() => void) | undefined
  let worker: Worker | undefined
  let stopped = false
  const round = async () => {
    giveBack ??= claim(where.folder)
    if (!giveBack) return
    const cells = await kept.lacking(await squareVersions(database))
    if (cells.length > 0 && !stopped) {
      const workerData: SquaresToBring = { ...where, cells }
      worker = new Worker(thread, { workerData, resourceLimits: { maxOldGenerationSizeMb: 256 } })
      await over(worker)
    }
    told(cells.length)
  }
  let running = Promise.resolve()
  const next = (ms: number): NodeJS.Timeout =>
    setTimeout(() => {
      running = round()
        .catch((fault) => {
          if (!stopped) told(fault)
        })
        .then(() => {
          worker = undefined
          if (!stopped) timer = next(againMs)
        })
    }, ms).unref()
  let timer = next(firstMs)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await worker?.terminate()
    await running
    giveBack?.()
  }
}

/** The folder for this process alone; none where another of the machine has it. */
function claim(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    return lockDirectory(folder)
  } catch (fault) {
    if (fault instanceof DirectoryInUse) return undefined
    throw fault
  }
}

const over = (worker: Worker): Promise<void> =>
  new Promise((ended, failed) => {
    worker.unref()
    worker.once('error', failed)
    worker.once('exit', () => ended())
  })
