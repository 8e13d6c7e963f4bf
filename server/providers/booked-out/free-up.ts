import type { bookedOut } from '#contract/providers/booked-out.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteBookedOut } from '#server/providers/diary/free-time.ts'
import { ownProvider } from '#server/providers/own-provider.ts'
import { lockDiary } from '#server/providers/queries.ts'

/** Frees one of the caller's booked-out times; a job is never freed this way. */
export async function freeUp(
  ctx: Context,
  { id }: InputOf<typeof bookedOut.remove>,
): Promise<OutputOf<typeof bookedOut.remove>> {
  const provider = await ownProvider(ctx)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    if ((await deleteBookedOut(tx, provider.id, [id])) === 0) throw new Refusal('not_found')
    return { done: true as const }
  })
}
