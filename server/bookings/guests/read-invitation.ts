import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { guests } from '#contract/bookings/guests/guests.ts'
import type { Context } from '#server/platform/context.ts'
import { guestOfKey } from './guest-of-key.ts'
import { offeredTo } from './offered-to.ts'
import { presentInvitation } from './present-invitation.ts'

/** What a guest reads by the key of their link. */
export async function readInvitation(
  ctx: Context,
  { key }: InputOf<typeof guests.read>,
): Promise<OutputOf<typeof guests.read>> {
  const { guest, row } = await guestOfKey(ctx, key)
  return { invitation: await presentInvitation(ctx, guest, row, await offeredTo(ctx, row)) }
}
