import type { operatorPartners } from '#contract/accounts/partners.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { forgetSessions } from '#server/accounts/sessions/session-cache.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { endKeys, partnerById, standingKey } from './partner-queries.ts'

/** Ends a key of a partner's; other processes hear of it within a second. */
export async function endPartnerKey(
  ctx: Context,
  { partnerId, keyId }: InputOf<typeof operatorPartners.endKey>,
): Promise<OutputOf<typeof operatorPartners.endKey>> {
  await ctx.transaction(async (tx) => {
    const partner = await partnerById(tx.db, partnerId)
    const key = await standingKey(tx.db, partnerId, keyId, tx.now)
    if (!partner || !key || !(await endKeys(tx.db, partnerId, keyId, tx.now))) throw new Refusal('not_found')
    await record(tx, {
      act: 'partner.key.end',
      subject: { kind: 'partner', id: partnerId, name: partner.name },
      after: { name: key.name, begins: key.begins },
    })
  })
  forgetSessions(ctx.database, partnerId)
  return { ended: true }
}
