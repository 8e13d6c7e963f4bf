import type { operatorPartners } from '#contract/accounts/partners.ts'
import { type PartnerScope, partnerKeyLimits } from '#contract/accounts/scopes.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { forgetSessions } from '#server/accounts/sessions/session-cache.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addPartnerKey } from './add-partner-key.ts'
import { endKeyAt, standingKey } from './partner-queries.ts'
import { presentPartnerKey } from './present-partner.ts'
import { standingPartner } from './standing-partner.ts'

const OVERLAP_MS = partnerKeyLimits.overlapHours * 3_600_000

/** Makes a key like another, which ends a day later at most. */
export async function rotatePartnerKey(
  ctx: Context,
  { partnerId, keyId }: InputOf<typeof operatorPartners.rotateKey>,
): Promise<OutputOf<typeof operatorPartners.rotateKey>> {
  const answer = await ctx.transaction(async (tx) => {
    const partner = await standingPartner(tx, partnerId)
    const before = await standingKey(tx.db, partnerId, keyId, tx.now)
    if (!before) throw new Refusal('not_found')
    const { name, scopes, a_minute: aMinute, ends_at: endsAt } = before
    const { row, token } = await addPartnerKey(tx, partner, { name, scopes: scopes as PartnerScope[], aMinute, endsAt })
    const old = await endKeyAt(tx.db, keyId, new Date(tx.now.getTime() + OVERLAP_MS))
    return { key: presentPartnerKey(row), old: presentPartnerKey(old), token }
  })
  forgetSessions(ctx.database, partnerId)
  return answer
}
