import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { suspendAccount } from '#server/accounts/index.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { suspendProviderOf } from '#server/providers/index.ts'
import { personOf } from './present-person.ts'

/** Suspends a person and the profile that is theirs. */
export async function suspendPerson(
  ctx: Context,
  { accountId, reason }: InputOf<typeof operatorPeople.suspend>,
): Promise<OutputOf<typeof operatorPeople.suspend>> {
  const sender = await senderOf(ctx)
  return ctx.once(async (inner) => {
    const asArtist = await suspendProviderOf(inner, sender, accountId, reason)
    await suspendAccount(inner, sender, accountId, { reason, asArtist })
    return { person: await personOf(inner, accountId) }
  })
}
