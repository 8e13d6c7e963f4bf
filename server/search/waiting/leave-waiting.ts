import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { waiting } from '#contract/search/waiting.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownAddress } from './own-address.ts'
import { leaveListOf } from './waiting-queries.ts'

/** Leaves a list; the time that was kept for them is let go of by whatever lapses kept times. */
export async function leaveWaiting(
  ctx: Context,
  { id }: InputOf<typeof waiting.leave>,
): Promise<OutputOf<typeof waiting.leave>> {
  const email = await ownAddress(ctx)
  if (email === null || !(await leaveListOf(ctx.db, id, email))) throw new Refusal('not_found')
  return { left: true }
}
