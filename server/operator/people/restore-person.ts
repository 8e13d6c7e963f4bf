import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { restoreAccount } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { restoreProviderOf } from '#server/providers/index.ts'
import { personOf } from './present-person.ts'

/** Restores a person and the profile that went with them. */
export const restorePerson = (
  ctx: Context,
  { accountId, reason }: InputOf<typeof operatorPeople.restore>,
): Promise<OutputOf<typeof operatorPeople.restore>> =>
  ctx.transaction(async (inner) => {
    await restoreAccount(inner, accountId, reason)
    await restoreProviderOf(inner, accountId, reason)
    return { person: await personOf(inner, accountId) }
  })
