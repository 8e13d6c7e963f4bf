import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary, ownProvider } from '#server/providers/index.ts'

import { deleteFeed } from './feed-queries.ts'

type Calls = typeof providerBookings

export async function removeFeed(
  ctx: Context,
  { feedId }: InputOf<Calls['removeFeed']>,
): Promise<OutputOf<Calls['removeFeed']>> {
  const provider = await ownProvider(ctx)
  await ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    if (!(await deleteFeed(tx.db, provider.id, feedId))) throw new Refusal('not_found')
  })
  return { done: true }
}
