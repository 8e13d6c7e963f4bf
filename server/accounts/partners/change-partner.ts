import type { operatorPartners } from '#contract/accounts/partners.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { forgetSessions } from '#server/accounts/sessions/session-cache.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { updatePartner } from './partner-queries.ts'
import { presentPartner } from './present-partner.ts'
import { standingPartner } from './standing-partner.ts'

/** Changes what is known of a partner and what it may see at most, written down with its reason. */
export async function changePartner(
  ctx: Context,
  { partnerId, reason, scopes, ...about }: InputOf<typeof operatorPartners.change>,
): Promise<OutputOf<typeof operatorPartners.change>> {
  const changed = await ctx.transaction(async (tx) => {
    const before = await standingPartner(tx, partnerId)
    const after = { ...about, scopes: [...new Set(scopes)] }
    await updatePartner(tx.db, partnerId, after)
    const { name, email, note, scopes: had } = before
    await record(tx, {
      act: 'partner.change',
      subject: { kind: 'partner', id: partnerId, name: about.name },
      before: { name, email, note, scopes: had },
      after,
      reason,
    })
    return { ...before, ...after }
  })
  forgetSessions(ctx.database, partnerId)
  return { partner: presentPartner(changed) }
}
