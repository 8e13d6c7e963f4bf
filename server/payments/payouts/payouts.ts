import { money } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import { GatewayRefused } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { isStopped } from '#server/platform/oversight/switches.ts'
import { lockAccounts, owedTo, payable, post } from '#server/payments/ledger/ledger-queries.ts'
import { payeeById, payoutAccountOf, setPayoutState } from './payout-account-queries.ts'
import { countPaidFor, insertPayout, lockPayout, updatePayout } from './payout-queries.ts'
import { claimPayouts, type PayoutRow, settleClaim } from '#server/payments/queries.ts'
import { nextTry } from '#server/payments/bank/send-due.ts'
import { tellOperators } from '#server/payments/tell-operators.ts'

const AT_ONCE = 200

/** Whether an operator has stopped all payouts. Not inside a transaction. */
export const arePayoutsStopped = (ctx: Context): Promise<boolean> => isStopped(ctx.database, 'payouts')

/** Pays everybody out to whom something is due, and sends what could not be sent before. */
export async function payOut(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  for (const { provider_id, currency } of await payable(ctx.db, AT_ONCE)) await openPayout(ctx, provider_id, currency)
  await sendPayouts(ctx)
}

/** Puts all that a provider is due aside for one payout; nothing where nothing is due, details are missing or one is on its way. */
export const openPayout = (ctx: Context, providerId: string, currency: string): Promise<PayoutRow | null> =>
  ctx.transaction(async (ctx) => {
    await lockAccounts(ctx.db, providerId)
    const minor = Number((await owedTo(ctx.db, providerId)).find((owed) => owed.currency === currency)?.earned ?? 0)
    const [account, payee] = [await payoutAccountOf(ctx.db, providerId), await payeeById(ctx.db, providerId)]
    if (minor <= 0 || account?.state !== 'ready' || !payee) return null
    const made = await insertPayout(ctx.db, {
      provider_id: providerId,
      country_code: payee.country_code,
      currency,
      amount_minor: minor,
      gateway: account.gateway as 'test',
      next_at: ctx.now,
      created_at: ctx.now,
    })
    if (made)
      await post(
        ctx.db,
        { kind: 'payout', providerId, amountMinor: minor },
        { fact: `payout:${made.id}`, currency, at: ctx.now, providerId, payoutId: made.id },
      )
    return made ?? null
  })

/** Sends the payouts that are due to leave, each by one claim. Not inside a transaction. */
export async function sendPayouts(ctx: Context): Promise<void> {
  if (await arePayoutsStopped(ctx)) return
  for (const row of await claimPayouts(ctx.db, ctx.now, AT_ONCE)) {
    try {
      await sendPayout(ctx, row)
    } catch (fault) {
      ctx.log.warn({ ...faultFields(fault), payout: row.id }, 'the payment service took no payout')
      await settleClaim(ctx.db, 'payout', row.id, nextTry(ctx.now, row.attempts))
    }
  }
}

async function sendPayout(ctx: Context, row: PayoutRow): Promise<void> {
  const account = await payoutAccountOf(ctx.db, row.provider_id)
  if (!account) return close(ctx, row, { error: 'There are no payout details.' })
  const gateway = await openGateway(ctx, row.gateway, row.country_code)
  try {
    const { id } = await gateway.transfer({
      accountId: account.gateway_id,
      amountMinor: row.amount_minor,
      currency: row.currency,
      key: `payout:${row.id}`,
      attempt: row.attempts,
    })
    await close(ctx, row, { gatewayId: id })
  } catch (fault) {
    if (!(fault instanceof GatewayRefused)) throw fault
    await close(ctx, row, { error: fault.message })
  }
}

async function close(ctx: Context, { id }: PayoutRow, end: { gatewayId: string } | { error: string }): Promise<void> {
  const sender = await senderOf(ctx)
  await ctx.transaction(async (ctx) => {
    const row = await lockPayout(ctx.db, id)
    if (row?.state !== 'queued') return
    const about = { currency: row.currency, at: ctx.now, providerId: row.provider_id, payoutId: row.id }
    const amount = money(major(row.amount_minor), row.currency, { decimals: 'always' })
    const [payee, account] = [await payeeById(ctx.db, row.provider_id), await payoutAccountOf(ctx.db, row.provider_id)]
    const to = payee?.email
      ? { email: payee.email, name: payee.name, accountId: payee.account_id, country: payee.country_code }
      : null
    if ('gatewayId' in end) {
      await updatePayout(ctx.db, row.id, {
        state: 'paid',
        gateway_id: end.gatewayId,
        paid_at: ctx.now,
        next_at: null,
        claimed_until: null,
      })
      await post(ctx.db, { kind: 'paid_out', amountMinor: row.amount_minor }, { ...about, fact: `paid_out:${row.id}` })
      const n = await countPaidFor(ctx.db, row.provider_id, row.created_at)
      if (to)
        await notify(ctx, sender, {
          kind: 'payout.sent',
          to,
          values: { amount, n, last4: account?.label.slice(-4) ?? '', lines: '' },
          path: '/dashboard/earnings',
          fact: `payout.sent:${row.id}`,
        })
      return
    }
    await updatePayout(ctx.db, row.id, {
      state: 'failed',
      error: end.error.slice(0, 300),
      next_at: null,
      claimed_until: null,
    })
    ctx.count('payout_failed')
    await post(
      ctx.db,
      { kind: 'payout_failed', providerId: row.provider_id, amountMinor: row.amount_minor },
      { ...about, fact: `payout_failed:${row.id}` },
    )
    // Until the details have been saved again nothing more is sent there.
    if (account)
      await setPayoutState(
        ctx.db,
        row.gateway,
        account.gateway_id,
        { state: 'restricted', label: account.label },
        ctx.now,
      )
    await tellOperators(ctx, 'op.payout.failed', {
      values: { amount, name: payee?.name ?? '' },
      path: '/operator/payouts?state=failed',
      fact: row.id,
    })
    if (to)
      await notify(ctx, sender, {
        kind: 'payout.failed',
        to,
        values: { amount },
        path: '/dashboard/payouts',
        fact: `payout.failed:${row.id}`,
      })
  })
}
