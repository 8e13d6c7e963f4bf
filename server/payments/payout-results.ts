import type { GatewayRefused } from '#server/gateways/payments/gateway.ts'
import { notify, type Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import type { GatewayName, PayoutRow } from './payments.queries.ts'
import { notifyOperators } from './notify-operators.ts'
import { findPayeeById, findPayoutAccount, setPayoutState } from './payout-accounts.queries.ts'
import { countPaidFor, updatePayout } from './payouts.queries.ts'
import { formatMoney } from '#contract/format.ts'
import { toMajor, type Minor } from '#contract/money.ts'

// Errors that the artist can fix.
const ofTheArtist: ReadonlySet<string> = new Set([
  'account_invalid',
  'insufficient_capabilities_for_transfer',
  'payouts_not_allowed',
  'no_account',
])
export const isOfTheArtist = (gateway: GatewayName, { code }: GatewayRefused): boolean =>
  gateway === 'test' || ofTheArtist.has(code)

/**
 * Closes a failed payout, in the caller's transaction. If the artist's account is the cause, notifies the artist and
 * stops payouts until the details are saved again. `returned` means that the artist's bank returned the payout.
 */
export async function endPayout(
  ctx: Context,
  sender: Sender,
  payout: PayoutRow,
  { error, artist, returned = false, at = ctx.now }: { error: string; artist: boolean; returned?: boolean; at?: Date },
): Promise<void> {
  await updatePayout(ctx.db, payout.id, {
    state: 'failed',
    error: error.slice(0, 300),
    next_at: null,
    claimed_until: null,
    claim: null,
    paid_at: null,
    refused_to_us: !artist,
    // The idempotency key is used up: a retry needs another key.
    ...(returned ? { returned_at: ctx.now, gateway_id: null, bank_minor: null, key_no: payout.key_no + 1 } : {}),
  })
  ctx.count('payout_failed')
  const payee = await findPayeeById(ctx.db, payout.provider_id)
  await notifyOperators(ctx, 'op.payout.failed', {
    values: { amount: formatPayoutAmount(payout), name: payee?.name ?? '' },
    path: '/operator/payouts?state=failed',
    fact: `${payout.id}:${payout.key_no}`,
  })
  if (!artist) {
    await raiseAlarm(ctx, {
      kind: 'payments.refused',
      subjectId: payout.id,
      values: { amount: formatPayoutAmount(payout), to: payee?.name ?? '', why: error.slice(0, 200) },
    })
    return
  }
  const account = await findPayoutAccount(ctx.db, payout.provider_id)
  if (account)
    await setPayoutState(
      ctx.db,
      payout.gateway,
      account.gateway_id,
      { state: 'restricted', label: account.label, cardPayments: account.card_payments_active },
      ctx.now,
      at,
    )
  await notifyPayoutFailed(ctx, sender, payout)
}

export const formatPayoutAmount = ({ amount_minor, currency }: PayoutRow): string =>
  formatMoney(toMajor(amount_minor), currency, { decimals: 'always' })

const payeeOfPayout = async (ctx: Context, { provider_id }: PayoutRow) => {
  const payee = await findPayeeById(ctx.db, provider_id)
  return payee?.email
    ? { email: payee.email, name: payee.name, accountId: payee.account_id, country: payee.country_code }
    : null
}

export async function notifyPayoutSent(ctx: Context, sender: Sender, payout: PayoutRow): Promise<void> {
  const [to, account] = [await payeeOfPayout(ctx, payout), await findPayoutAccount(ctx.db, payout.provider_id)]
  if (!to) return
  const n = await countPaidFor(ctx.db, payout.provider_id, payout.created_at)
  await notify(ctx, sender, {
    kind: 'payout.sent',
    to,
    values: { amount: formatPayoutAmount(payout), n, last4: account?.label.slice(-4) ?? '' },
    path: '/dashboard/earnings',
    fact: `payout.sent:${payout.id}`,
  })
}

async function notifyPayoutFailed(ctx: Context, sender: Sender, payout: PayoutRow): Promise<void> {
  const to = await payeeOfPayout(ctx, payout)
  if (to)
    await notify(ctx, sender, {
      kind: 'payout.failed',
      to,
      values: { amount: formatPayoutAmount(payout) },
      path: '/dashboard/payouts',
      fact: `payout.failed:${payout.id}:${payout.key_no}`,
    })
}

export type Share = { paymentId: string; shareMinor: Minor; frozenMinor: Minor }
export type Part = { paymentId: string | null; amountMinor: Minor }

/** Returns the amount that can be paid out: all earnings except disputed amounts. */
export const computePayable = (earnedMinor: Minor, shares: readonly Share[]): Minor =>
  Math.max(0, earnedMinor - shares.reduce((sum, { frozenMinor }) => sum + frozenMinor, 0))

/**
 * Splits a payout over its source payments in order. An amount that they do not cover comes from the platform's
 * balance.
 */
export function splitPayout(amountMinor: Minor, shares: readonly Share[]): Part[] {
  const parts: Part[] = []
  let left = amountMinor
  for (const { paymentId, shareMinor, frozenMinor } of shares) {
    const part = Math.min(left, shareMinor - frozenMinor)
    if (part <= 0) continue
    parts.push({ paymentId, amountMinor: part })
    left -= part
  }
  return left > 0 ? [...parts, { paymentId: null, amountMinor: left }] : parts
}
