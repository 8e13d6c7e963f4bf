import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { setLegalHold } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { personOf } from './present-person.ts'

/** Keeps everything of a person for a claim or an inquiry, or no longer. */
export const setPersonHold = (
  ctx: Context,
  { accountId, on, reason }: InputOf<typeof operatorPeople.setHold>,
): Promise<OutputOf<typeof operatorPeople.setHold>> =>
  ctx.transaction(async (inner) => {
    await setLegalHold(inner, accountId, on, reason)
    return { person: await personOf(inner, accountId) }
  })
