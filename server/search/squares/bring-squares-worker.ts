import { workerData } from 'node:worker_threads'
import { openPostgres } from '#db/database.ts'
import { bringSquares } from './bring-squares.ts'
import { KeptSquares } from './kept-squares.ts'

/** Which squares of which database to leave in which folder; without `prepare` behind a pooler. */
export type SquaresToBring = { url: string; prepare: boolean; folder: string; cells: readonly number[] }

const { url, prepare, folder, cells } = workerData as SquaresToBring
const database = await openPostgres(url, { prepare })
await bringSquares(database, new KeptSquares(folder), cells).finally(() => database.close())
