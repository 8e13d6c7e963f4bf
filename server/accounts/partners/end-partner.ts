import type { operatorPartners } from '#contract/accounts/partners.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { forgetSessions } from '#server/accounts/sessions/session-cache.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { endKeys, updatePartner } from './partner-queries.ts'
import { presentPartner } from './present-partner.ts'
import { standingPartner } from './standing-partner.ts'

/** Ends a partner with all its keys, written down with its reason. */
export async function endPartner(
  ctx: Context,
  { partnerId, reason }: InputOf<typeof operatorPartners.end>,
): Promise<OutputOf<typeof operatorPartners.end>> {
  const ended = await ctx.transaction(async (tx) => {
    const before = await standingPartner(tx, partnerId)
    await updatePartner(tx.db, partnerId, { ended_at: tx.now })
    await endKeys(tx.db, partnerId, null, tx.now)
    await record(tx, {
      act: 'partner.end',
      subject: { kind: 'partner', id: partnerId, name: before.name },
      after: { endedAt: tx.now.toISOString() },
      reason,
    })
    return { ...before, ended_at: tx.now }
  })
  forgetSessions(ctx.database, partnerId)
  return { partner: presentPartner(ended) }
}
