import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { offerLoginAs } from '#server/accounts/index.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'

/** The one-time link by which the caller may act as a person. */
export async function offerActing(
  ctx: Context,
  { accountId, reason }: InputOf<typeof operatorPeople.loginAs>,
): Promise<OutputOf<typeof operatorPeople.loginAs>> {
  const sender = await senderOf(ctx)
  return ctx.once((inner) => offerLoginAs(inner, sender, accountId, reason))
}
