import { createHash } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { brakeOn, countFailure, releaseBrake } from './brake-queries.ts'

/** So many wrong ones in a row are somebody who has forgotten which it was. */
const FREE = 10
const FIRST_WAIT_S = 30
const LONGEST_WAIT_S = 15 * 60

const subjectOf = (what: string): Buffer => createHash('sha256').update(what.toLowerCase()).digest()

/** How long the next try waits after so many failures in a row: twice as long each time. */
export const waitAfter = (failures: number): number =>
  failures < FREE ? 0 : Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** Math.min(20, failures - FREE))

/** Tries something that is guessed at, in turn for all processes: refuses while there is to be waited, counts a failure, and forgets them all after a success. Not in a transaction. */
export async function behindBrake(ctx: Context, what: string, attempt: () => Promise<boolean>): Promise<boolean> {
  await refuseWhileBraked(ctx, what)
  const right = await attempt()
  if (right) await releaseBrake(ctx.db, subjectOf(what))
  else await countWrong(ctx, what)
  return right
}

/** Refuses while there is to be waited. */
export async function refuseWhileBraked(ctx: Context, what: string): Promise<void> {
  const until = await brakeOn(ctx.db, subjectOf(what))
  if (until && until > ctx.now)
    throw new Refusal('sign_in_waits', { detail: { seconds: Math.ceil((until.getTime() - ctx.now.getTime()) / 1000) } })
}

/** Counts a wrong try; answers how many there have been in a row. */
export const countWrong = (ctx: Context, what: string): Promise<number> =>
  countFailure(ctx.db, subjectOf(what), ctx.now, waitAfter)

/** Forgets the wrong tries. */
export const forgetWrong = (ctx: Context, what: string): Promise<void> => releaseBrake(ctx.db, subjectOf(what))
