import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { endAllSessions } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Logs a person out everywhere. */
export const endPersonSessions = (
  ctx: Context,
  { accountId, reason }: InputOf<typeof operatorPeople.endSessions>,
): Promise<OutputOf<typeof operatorPeople.endSessions>> =>
  ctx.transaction(async (inner) => {
    await endAllSessions(inner, accountId, reason)
    return { done: true }
  })
