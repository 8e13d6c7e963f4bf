import { GatewayRefused } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { holdsClaim } from '#server/payments/bank/claim-queries.ts'
import { sendOnce } from '#server/payments/bank/send-once.ts'
import type { Minor } from '#contract/money.ts'
import type { PayoutRow } from '#server/payments/queries.ts'
import { endPayout, isOfTheArtist } from './end-payout.ts'
import { payoutAccountOf } from './payout-account-queries.ts'
import { updatePayout } from './payout-queries.ts'
import { amountOf } from './tell-payout.ts'
import { heldAtService, insertTransfers, reversedOf, transfersOf } from './transfer-queries.ts'

const HOUR_MS = 3_600_000
/** What a card has paid has come by then; what is still missing is somebody's to look for. */
const COME_BY_MS = 10 * 24 * HOUR_MS

/** Has the service pay what it holds for an artist to their bank; answers when it is to be tried again. */
export async function sendToBank(ctx: Context, payout: PayoutRow): Promise<Date | null> {
  if (payout.state === 'queued') await splitIfWhole(ctx, payout)
  if (payout.state !== 'sent' || payout.gateway_id) return null
  // What was taken back of another payout after that had left came out of this one's money.
  const amountMinor = Math.min(
    payout.amount_minor - (await reversedOf(ctx.db, payout.id)),
    await heldAtService(ctx.db, payout),
  )
  if (amountMinor <= 0) return close(ctx, payout, null)
  const account = await payoutAccountOf(ctx.db, payout.provider_id)
  const gateway = await openGateway(ctx, payout.gateway, payout.country_code)
  const asked = {
    accountId: account?.gateway_id ?? '',
    amountMinor,
    currency: payout.currency,
    since: new Date(payout.created_at),
  }
  try {
    const done = await sendOnce(ctx, 'payout', payout, {
      name: `payout:${payout.id}`,
      // Part of it may be taken back between two tries: what is less then is another call.
      key: `payout:${payout.id}:${amountMinor}`,
      send: (once) => gateway.payOut({ ...asked, ...once }),
      find: (once) => gateway.findPayout({ ...asked, ...once }),
    })
    return close(ctx, payout, done)
  } catch (fault) {
    if (!(fault instanceof GatewayRefused)) throw fault
    if (fault.short) return waitForMoney(ctx, payout)
    const sender = await senderOf(ctx)
    await ctx.transaction(async (ctx) => {
      if (await holdsClaim(ctx.db, 'payout', payout))
        await endPayout(ctx, sender, payout, {
          error: fault.message,
          artist: isOfTheArtist(payout.gateway, fault),
          returned: true,
        })
    })
    return null
  }
}

// What a process of the version before this one has opened has no parts yet.
async function splitIfWhole(ctx: Context, { id, amount_minor: amountMinor }: PayoutRow): Promise<void> {
  if ((await transfersOf(ctx.db, id)).length === 0)
    await insertTransfers(ctx.db, id, [{ paymentId: null, amountMinor }], ctx.now)
}

const close = (
  ctx: Context,
  payout: PayoutRow,
  done: { id: string; paid: boolean; amountMinor: Minor } | null,
): Promise<null> =>
  ctx.transaction(async (ctx) => {
    if (!(await holdsClaim(ctx.db, 'payout', payout))) return null
    const paid = done === null || done.paid
    await updatePayout(ctx.db, payout.id, {
      gateway_id: done?.id ?? null,
      bank_minor: done?.amountMinor ?? 0,
      error: done ? '' : 'All of it was taken back before it left.',
      ...(paid ? { state: 'paid', paid_at: ctx.now } : {}),
    })
    return null
  })

// From a charge whose money has not come yet: it is there for the artist, and leaves once it has.
async function waitForMoney(ctx: Context, payout: PayoutRow): Promise<Date> {
  if (ctx.now.getTime() - new Date(payout.sent_at ?? payout.created_at).getTime() > COME_BY_MS)
    await raiseAlarm(ctx, { kind: 'payments.stuck', subjectId: payout.id, values: { amount: amountOf(payout) } })
  return new Date(ctx.now.getTime() + 6 * HOUR_MS)
}
