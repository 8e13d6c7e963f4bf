import { setTimeout } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { decodedCells } from '#server/search/matching/around.ts'
import type { KeptSquares } from './kept-squares.ts'

const SQUARES_AT_ONCE = 8

/** Leaves these squares in the folder as the database has them now. It rests so many times as long as it works: the processor is there for who searches. */
export async function bringSquares(
  database: Database,
  kept: KeptSquares,
  cells: readonly number[],
  restShare = 1,
): Promise<void> {
  for (let at = 0; at < cells.length; at += SQUARES_AT_ONCE) {
    const from = performance.now()
    kept.keep(await decodedCells(database, cells.slice(at, at + SQUARES_AT_ONCE)))
    await kept.written()
    await setTimeout((performance.now() - from) * restShare)
  }
}
