import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockPartner, type PartnerRow } from './partner-queries.ts'

/** A partner that has not ended, kept from other changes until the transaction ends. */
export async function standingPartner({ db }: Context, id: string): Promise<PartnerRow> {
  const partner = await lockPartner(db, id)
  if (!partner) throw new Refusal('not_found')
  if (partner.ended_at) throw new Refusal('partner_ended')
  return partner
}
