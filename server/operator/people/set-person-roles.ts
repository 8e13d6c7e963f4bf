import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { setOperator } from '#server/accounts/standing/door.ts'
import type { Context } from '#server/platform/context.ts'
import { personOf } from './present-person.ts'

/** Makes a person an operator or one no longer. */
export const setPersonRoles = (
  ctx: Context,
  { accountId, operator, reason }: InputOf<typeof operatorPeople.setRoles>,
): Promise<OutputOf<typeof operatorPeople.setRoles>> =>
  ctx.transaction(async (inner) => {
    await setOperator(inner, accountId, operator, reason)
    return { person: await personOf(inner, accountId) }
  })
