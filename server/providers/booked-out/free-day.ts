import type { bookedOut } from '#contract/providers/booked-out.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { busyRows } from '#server/providers/diary/diary-queries.ts'
import { deleteBookedOut } from '#server/providers/diary/free-time.ts'
import { ownProvider } from '#server/providers/own-provider.ts'
import { lockDiary } from '#server/providers/queries.ts'

/** Frees everything booked out on a day; one that is free already stays so. */
export async function freeDay(
  ctx: Context,
  { eventDate }: InputOf<typeof bookedOut.freeDay>,
): Promise<OutputOf<typeof bookedOut.freeDay>> {
  const provider = await ownProvider(ctx)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    const out = (await busyRows(tx.db, provider.id, eventDate, eventDate)).filter(({ kind }) => kind === 'booked_out')
    await deleteBookedOut(
      tx,
      provider.id,
      out.map(({ id }) => id),
    )
    return { done: true as const }
  })
}
