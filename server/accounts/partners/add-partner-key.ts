import type { PartnerScope } from '#contract/accounts/scopes.ts'
import { partnerKeyLimits } from '#contract/accounts/scopes.ts'
import { newToken } from '#server/accounts/api-keys/new-token.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { insertPartnerKey, keysOfPartner, type PartnerKeyRow, type PartnerRow } from './partner-queries.ts'

type Wanted = { name: string; scopes: PartnerScope[]; aMinute: number; endsAt: Date | null }

/** Makes a key of a partner that is locked, and writes down who did; refuses one too many. */
export async function addPartnerKey(
  tx: Context,
  partner: PartnerRow,
  { name, scopes, aMinute, endsAt }: Wanted,
): Promise<{ row: PartnerKeyRow; token: string }> {
  if ((await keysOfPartner(tx.db, partner.id, tx.now)).length >= partnerKeyLimits.aPartner)
    throw new Refusal('too_many_keys')
  const { token, kept } = newToken()
  const row = await insertPartnerKey(tx.db, {
    partner_id: partner.id,
    name,
    ...kept,
    scopes,
    a_minute: aMinute,
    created_at: tx.now,
    ends_at: endsAt,
  })
  await record(tx, {
    act: 'partner.key.make',
    subject: { kind: 'partner', id: partner.id, name: partner.name },
    after: { name, begins: row.begins, scopes, aMinute, endsAt: endsAt?.toISOString() ?? null },
  })
  return { row, token }
}
