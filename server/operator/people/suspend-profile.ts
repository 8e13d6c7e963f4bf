import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { suspendProvider } from '#server/providers/door.ts'
import { changeProvider } from './change-provider.ts'

/** Suspends a profile, ends what customers have open with it and notifies both sides. */
export async function suspendProfile(
  ctx: Context,
  { providerId, reason }: InputOf<typeof operatorPeople.suspendProvider>,
): Promise<OutputOf<typeof operatorPeople.suspendProvider>> {
  const sender = await senderOf(ctx)
  return changeProvider(ctx, providerId, (inner) => suspendProvider(inner, sender, providerId, reason))
}
