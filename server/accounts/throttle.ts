import { createHash } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countAttempt, deleteThrottle, getThrottleEnd } from './throttle.queries.ts'
import { setTimeout as wait } from 'node:timers/promises'

/** Attempts without delay, for people who forgot which password it was. */
const FREE = 10
const FIRST_WAIT_S = 30
const LONGEST_WAIT_S = 15 * 60

const subjectOf = (what: string): Buffer => createHash('sha256').update(what.toLowerCase()).digest()

export const waitAfter = (failures: number): number =>
  failures < FREE ? 0 : Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** Math.min(20, failures - FREE))

const WAITS = Array.from({ length: FREE + 20 }, (_, i) => waitAfter(i + 1))

/**
 * Throttles a guessable attempt across processes: counts it first, throws during a delay, resets after success. Must
 * not run inside a transaction.
 */
export async function runThrottled(ctx: Context, what: string, attempt: () => Promise<boolean>): Promise<boolean> {
  await countGuess(ctx, what)
  const right = await attempt()
  if (right) await resetGuesses(ctx, what)
  return right
}

/** Counts a guess before comparing. Returns the consecutive count. Throws during a delay. */
export async function countGuess(ctx: Context, what: string): Promise<number> {
  const tries = await countAttempt(ctx.db, subjectOf(what), ctx.now, WAITS)
  if (tries !== undefined) return tries
  const until = (await getThrottleEnd(ctx.db, subjectOf(what))) ?? ctx.now
  const seconds = Math.max(1, Math.ceil((until.getTime() - ctx.now.getTime()) / 1000))
  throw new Refusal('sign_in_throttled', { detail: { seconds } })
}

export const resetGuesses = (ctx: Context, what: string): Promise<void> => deleteThrottle(ctx.db, subjectOf(what))

// Exceeds the time of lookup, link and mail.
const LEAST_MS = 60

/** Runs work with a constant minimum duration, so that timing reveals nothing. */
export async function runInConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.all([work(), wait(LEAST_MS)])
  return answer
}
