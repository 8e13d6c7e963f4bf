import type { operatorPartners } from '#contract/accounts/partners.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { keysOfPartner, partnerById } from './partner-queries.ts'
import { presentPartner, presentPartnerKey } from './present-partner.ts'

/** One partner with its keys that stand. */
export async function showPartner(
  ctx: Context,
  { partnerId }: InputOf<typeof operatorPartners.show>,
): Promise<OutputOf<typeof operatorPartners.show>> {
  const partner = await partnerById(ctx.db, partnerId)
  if (!partner) throw new Refusal('not_found')
  const keys = partner.ended_at ? [] : await keysOfPartner(ctx.db, partnerId, ctx.now)
  return { partner: presentPartner(partner), keys: keys.map(presentPartnerKey) }
}
