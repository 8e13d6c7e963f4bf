import type { bookedOut } from '#contract/providers/booked-out.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { busyRows, deleteBookedOut } from './diary-queries.ts'
import { ownProvider } from '#server/providers/own-profile/own-provider.ts'
import { lockDiary } from '#server/providers/queries.ts'

/** Frees one of the caller's booked-out times; a job is never freed this way. */
export async function freeUp(
  ctx: Context,
  { id }: InputOf<typeof bookedOut.remove>,
): Promise<OutputOf<typeof bookedOut.remove>> {
  const provider = await ownProvider(ctx)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    if ((await deleteBookedOut(tx.db, provider.id, [id])) === 0) throw new Refusal('not_found')
    return { done: true as const }
  })
}

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
      tx.db,
      provider.id,
      out.map(({ id }) => id),
    )
    return { done: true as const }
  })
}
