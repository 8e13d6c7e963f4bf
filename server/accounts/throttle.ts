import { createHash } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countAttempt, deleteThrottle, getThrottleEnd } from './throttle.queries.ts'
import { setTimeout as wait } from 'node:timers/promises'

/** So many wrong ones in a row are somebody who has forgotten which it was. */
const FREE = 10
const FIRST_WAIT_S = 30
const LONGEST_WAIT_S = 15 * 60

const subjectOf = (what: string): Buffer => createHash('sha256').update(what.toLowerCase()).digest()

/** How long the next try waits after so many failures in a row: twice as long each time. */
export const waitAfter = (failures: number): number =>
  failures < FREE ? 0 : Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** Math.min(20, failures - FREE))

/** The wait after each number of tries in a row, up to the longest. */
const WAITS = Array.from({ length: FREE + 20 }, (_, i) => waitAfter(i + 1))

/** Tries something that can be guessed, across all processes: counts the try before comparing, refuses while there is a wait, and resets the count after a success. Not in a transaction. */
export async function runThrottled(ctx: Context, what: string, attempt: () => Promise<boolean>): Promise<boolean> {
  await countGuess(ctx, what)
  const right = await attempt()
  if (right) await resetGuesses(ctx, what)
  return right
}

/** Counts a guess that is about to be compared, and returns how many there have been in a row. Refuses while there is a wait. */
export async function countGuess(ctx: Context, what: string): Promise<number> {
  const tries = await countAttempt(ctx.db, subjectOf(what), ctx.now, WAITS)
  if (tries !== undefined) return tries
  const until = (await getThrottleEnd(ctx.db, subjectOf(what))) ?? ctx.now
  const seconds = Math.max(1, Math.ceil((until.getTime() - ctx.now.getTime()) / 1000))
  throw new Refusal('sign_in_throttled', { detail: { seconds } })
}

/** Resets the count of guesses. */
export const resetGuesses = (ctx: Context, what: string): Promise<void> => deleteThrottle(ctx.db, subjectOf(what))

// Longer than looking up, writing a link and a mail take.
const LEAST_MS = 60

/** Answers after the same time whether the work found somebody or not, so that the clock does not tell. */
export async function runInConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.all([work(), wait(LEAST_MS)])
  return answer
}
