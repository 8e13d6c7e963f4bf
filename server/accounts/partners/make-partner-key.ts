import type { operatorPartners } from '#contract/accounts/partners.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { addPartnerKey } from './add-partner-key.ts'
import { presentPartnerKey } from './present-partner.ts'
import { standingPartner } from './standing-partner.ts'

/** Makes a key for a program of a partner's, for no more than the partner may see. What it is made of is answered once. */
export const makePartnerKey = (
  ctx: Context,
  { partnerId, name, scopes, aMinute, endsOn }: InputOf<typeof operatorPartners.makeKey>,
): Promise<OutputOf<typeof operatorPartners.makeKey>> =>
  ctx.transaction(async (tx) => {
    const partner = await standingPartner(tx, partnerId)
    if (scopes.some((scope) => !partner.scopes.includes(scope))) throw refuseField('scope_not_given', 'scopes')
    const endsAt = endsOn === null ? null : new Date(`${endsOn}T00:00:00Z`)
    if (endsAt && endsAt <= tx.now) throw refuseField('date_past', 'endsOn')
    const { row, token } = await addPartnerKey(tx, partner, { name, scopes: [...new Set(scopes)], aMinute, endsAt })
    return { key: presentPartnerKey(row), token }
  })
