import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownBookings } from '#contract/bookings/own-bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findProvider } from '#server/providers/index.ts'
import { forgetArtistOf } from './saved-queries.ts'

type Calls = typeof ownBookings

export async function forgetArtist(
  ctx: Context,
  { profileId }: InputOf<Calls['forget']>,
): Promise<OutputOf<Calls['forget']>> {
  const provider = await findProvider(ctx.db, profileId, [
    'approved',
    'paused',
    'suspended',
    'changes_requested',
    'in_review',
    'submitted',
    'draft',
    'rejected',
  ])
  if (!provider) throw new Refusal('not_found')
  await forgetArtistOf(ctx.db, ctx.viewer.accountId as string, provider.id)
  return { saved: false }
}
