import type { operatorPartners } from '#contract/accounts/partners.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { insertPartner, partnerById, type PartnerRow } from './partner-queries.ts'
import { presentPartner } from './present-partner.ts'

/** Makes a partner, written down with its reason. */
export const makePartner = (
  ctx: Context,
  { reason, slug, scopes, ...about }: InputOf<typeof operatorPartners.make>,
): Promise<OutputOf<typeof operatorPartners.make>> =>
  ctx.transaction(async (tx) => {
    const row = { ...about, slug, scopes: [...new Set(scopes)] }
    const made = await insertPartner(tx.db, { ...row, created_at: tx.now })
    if (!made) throw refuseField('partner_taken', 'slug')
    await record(tx, {
      act: 'partner.make',
      subject: { kind: 'partner', id: made.id, name: about.name },
      after: row,
      reason,
    })
    return { partner: presentPartner((await partnerById(tx.db, made.id)) as PartnerRow) }
  })
