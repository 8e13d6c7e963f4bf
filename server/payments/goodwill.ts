import { truncate } from '#contract/text.ts'
import { randomUUID } from 'node:crypto'
import type { Minor } from '#contract/money.ts'
import { createVoucherCodeHash } from './voucher-views.ts'
import { insertVoucher } from './vouchers.queries.ts'
import type { Context } from '#server/platform/context.ts'

type For = {
  accountId: string
  name: string
  email: string
  countryCode: string
  currency: string
  amountMinor: Minor
  reason: string
}

export type NewCredit = {
  id: string
  keep: (tx: Context, of: For) => Promise<void>
}

/** Creates a goodwill voucher, which has no credit until refunds are added. Must not run inside a transaction. */
export async function createGoodwillCredit(ctx: Context): Promise<NewCredit> {
  const id = randomUUID()
  const code_hash = await createVoucherCodeHash(ctx.database, ctx.env, id)
  return {
    id,
    keep: async (tx, of) => {
      await insertVoucher(tx.db, {
        id,
        code_hash,
        kind: 'goodwill',
        country_code: of.countryCode,
        currency: of.currency,
        amount_minor: of.amountMinor,
        account_id: of.accountId,
        buyer_name: 'Primp',
        buyer_email: of.email,
        to_name: truncate(of.name, 80),
        reason: of.reason,
        created_at: tx.now,
      })
    },
  }
}
