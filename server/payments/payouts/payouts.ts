import type { Context } from '#server/platform/context.ts'
import { isStopped } from '#server/platform/oversight/switches.ts'
import { lockAccounts, owedTo, payable, post } from '#server/payments/ledger/ledger-queries.ts'
import { workOff } from '#server/payments/bank/send-once.ts'
import type { PayoutRow } from '#server/payments/queries.ts'
import { partsOf, payableMinor } from './parts.ts'
import { payeeById, payoutAccountOf } from './payout-account-queries.ts'
import { insertPayout } from './payout-queries.ts'
import { reverseOversent } from './reverse-transfers.ts'
import { sendToBank } from './send-to-bank.ts'
import { sendTransfer } from './send-transfer.ts'
import { insertTransfers, sharesOf } from './transfer-queries.ts'

const AT_ONCE = 200

/** Whether an operator has stopped all payouts. Not inside a transaction. */
export const arePayoutsStopped = (ctx: Context): Promise<boolean> => isStopped(ctx.database, 'payouts')

/** Pays everybody out to whom something is due, and sends what could not be sent before. */
export async function payOut(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  for (const { provider_id, currency } of await payable(ctx.db, AT_ONCE)) await openPayout(ctx, provider_id, currency)
  await sendPayouts(ctx)
}

/** Puts all that a provider is due aside for one payout, part by part from the payments that it comes from; nothing where nothing is due, details are missing or one is on its way. */
export const openPayout = (ctx: Context, providerId: string, currency: string): Promise<PayoutRow | null> =>
  ctx.transaction(async (ctx) => {
    await lockAccounts(ctx.db, providerId)
    const earned = Number((await owedTo(ctx.db, providerId)).find((owed) => owed.currency === currency)?.earned ?? 0)
    const [account, payee] = [await payoutAccountOf(ctx.db, providerId), await payeeById(ctx.db, providerId)]
    if (earned <= 0 || account?.state !== 'ready' || !payee) return null
    const shares = await sharesOf(ctx.db, providerId, currency)
    const minor = payableMinor(earned, shares)
    if (minor <= 0) return null
    const made = await insertPayout(ctx.db, {
      provider_id: providerId,
      country_code: payee.country_code,
      currency,
      amount_minor: minor,
      gateway: account.gateway as 'test',
      created_at: ctx.now,
    })
    if (!made) return null
    await insertTransfers(ctx.db, made.id, partsOf(minor, shares), ctx.now)
    await post(
      ctx.db,
      { kind: 'payout', providerId, amountMinor: minor },
      { fact: `payout:${made.id}`, currency, at: ctx.now, providerId, payoutId: made.id },
    )
    return made
  })

/** Sends the payouts that are due to leave: to the artists' accounts at the service, and from there to their banks; and takes back what was sent too much. Not inside a transaction. */
export async function sendPayouts(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  await workOff(ctx, 'payout_transfer', (part) => sendTransfer(ctx, part))
  await workOff(ctx, 'payout', (payout) => sendToBank(ctx, payout))
  await reverseOversent(ctx)
}
