import { money } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import { notify, type Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import type { PayoutRow } from '#server/payments/queries.ts'
import { payeeById, payoutAccountOf } from './payout-account-queries.ts'
import { countPaidFor } from './payout-queries.ts'

/** A payout's amount, in words. */
export const amountOf = ({ amount_minor, currency }: PayoutRow): string =>
  money(major(amount_minor), currency, { decimals: 'always' })

const payeeOfPayout = async (ctx: Context, { provider_id }: PayoutRow) => {
  const payee = await payeeById(ctx.db, provider_id)
  return payee?.email
    ? { email: payee.email, name: payee.name, accountId: payee.account_id, country: payee.country_code }
    : null
}

/** Tells an artist that money is on its way, in the caller's transaction. */
export async function tellSent(ctx: Context, sender: Sender, payout: PayoutRow): Promise<void> {
  const [to, account] = [await payeeOfPayout(ctx, payout), await payoutAccountOf(ctx.db, payout.provider_id)]
  if (!to) return
  const n = await countPaidFor(ctx.db, payout.provider_id, payout.created_at)
  await notify(ctx, sender, {
    kind: 'payout.sent',
    to,
    values: { amount: amountOf(payout), n, last4: account?.label.slice(-4) ?? '', lines: '' },
    path: '/dashboard/earnings',
    fact: `payout.sent:${payout.id}`,
  })
}

/** Tells an artist that a payout did not reach them, in the caller's transaction. */
export async function tellFailed(ctx: Context, sender: Sender, payout: PayoutRow): Promise<void> {
  const to = await payeeOfPayout(ctx, payout)
  if (to)
    await notify(ctx, sender, {
      kind: 'payout.failed',
      to,
      values: { amount: amountOf(payout) },
      path: '/dashboard/payouts',
      fact: `payout.failed:${payout.id}:${payout.key_no}`,
    })
}
