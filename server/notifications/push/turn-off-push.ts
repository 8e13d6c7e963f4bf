import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { notices } from '#contract/notifications/notices.ts'
import type { Context } from '#server/platform/context.ts'
import { dropSubscription } from '#server/notifications/outbox/outbox-queries.ts'

/** Forgets one of the caller's browsers. */
export async function turnOffPush(
  ctx: Context,
  { endpoint }: InputOf<typeof notices.turnOffPush>,
): Promise<OutputOf<typeof notices.turnOffPush>> {
  await dropSubscription(ctx.db, ctx.viewer.accountId ?? '', endpoint)
  return { on: false }
}
