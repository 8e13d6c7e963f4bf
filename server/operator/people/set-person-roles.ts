import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { findAccount, limitOperator } from '#server/accounts/index.ts'
import { askApproval } from '#server/platform/oversight/approvals.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { personOf } from './present-person.ts'

/** What an operator may open, or nothing any more. What is taken works at once; what is given works once another operator has agreed. */
export const setPersonRoles = (
  ctx: Context,
  { accountId, duties, reason }: InputOf<typeof operatorPeople.setRoles>,
): Promise<OutputOf<typeof operatorPeople.setRoles>> =>
  ctx.transaction(async (inner) => {
    const account = await findAccount(inner.db, accountId)
    if (!account) throw new Refusal('not_found')
    const wanted = [...new Set(duties)].sort()
    const more = wanted.filter((duty) => !account.duties.includes(duty))
    if (more.length) {
      // An account that nobody has proven could be anybody's.
      if (!account.email_verified_at || account.suspended_at) throw new Refusal('not_proven')
      await askApproval(inner, {
        kind: 'operator',
        subject: { id: account.id, name: account.name },
        wanted: { duties: wanted },
        reason,
      })
    } else await limitOperator(inner, accountId, wanted, reason)
    return { person: await personOf(inner, accountId), waits: more.length > 0 }
  })
