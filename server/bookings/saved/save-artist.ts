import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownBookings } from '#contract/bookings/own-bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findProvider } from '#server/providers/index.ts'
import { saveArtistOf } from './saved-queries.ts'

type Calls = typeof ownBookings

export async function saveArtist(
  ctx: Context,
  { profileId }: InputOf<Calls['save']>,
): Promise<OutputOf<Calls['save']>> {
  const provider = await findProvider(ctx.db, profileId, ['approved'])
  if (!provider) throw new Refusal('not_found')
  await saveArtistOf(ctx.db, {
    account_id: ctx.viewer.accountId as string,
    provider_id: provider.id,
    created_at: ctx.now,
  })
  return { saved: true }
}
