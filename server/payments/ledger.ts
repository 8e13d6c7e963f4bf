import type { Minor } from '#contract/money.ts'

type Entry = { account: string; amountMinor: Minor }

/** The source of a payment: the gateway, a voucher, or a partner that owes it. */
type Funds = 'bank' | 'vouchers' | 'partners'

/** Movements of money. Amounts are minor units of one currency, above zero. */
export type Movement =
  | { kind: 'capture'; providerId: string; amountMinor: Minor; feeMinor: Minor; from?: Funds }
  /** A voucher is sold, refunded, or lost in a dispute; the spent part is the platform's loss. */
  | { kind: 'voucher_sold' | 'voucher_returned'; amountMinor: Minor }
  | { kind: 'voucher_lost'; amountMinor: Minor; leftMinor: Minor }
  /** `pendingMinor` is not released yet; the rest is deducted from released earnings. */
  | {
      kind: 'refund' | 'charge_back_lost'
      providerId: string
      amountMinor: Minor
      feeBackMinor: Minor
      pendingMinor: Minor
    }
  /** A recorded refund that was rejected: the provider's part is pending again. */
  | { kind: 'refund_refused'; providerId: string; amountMinor: Minor; feeBackMinor: Minor }
  /** A lost dispute won on appeal: the provider's part is pending again. */
  | { kind: 'charge_back_restored'; providerId: string; amountMinor: Minor; feeBackMinor: Minor }
  | { kind: 'refunded'; amountMinor: Minor; to?: Funds }
  | { kind: 'release'; providerId: string; amountMinor: Minor }
  | { kind: 'payout' | 'payout_failed'; providerId: string; amountMinor: Minor }
  | { kind: 'paid_out'; amountMinor: Minor }
  /** A reversed transfer: the platform owes the amount again, or it settles the provider's debt. */
  | { kind: 'reversal'; providerId: string; amountMinor: Minor }
  /** A completed refund failed: it is due again. */
  | { kind: 'refund_back'; amountMinor: Minor }
  /** The gateway's fee; negative if returned. */
  | { kind: 'service_fee'; amountMinor: Minor }
  /** Payouts to and top-ups from the platform's bank, and corrections by the gateway. */
  | { kind: 'own_payout' | 'top_up' | 'adjustment'; amountMinor: Minor }
  /** The platform pays part of the price through its promo code, out of its full fee; negative if reversed. */
  | { kind: 'promo'; providerId: string; amountMinor: Minor }
  /** Recorded as paid in cash; negative if the record was wrong and is reversed. */
  | { kind: 'cash'; providerId: string; amountMinor: Minor }
  /** A partner has paid what it owed to the platform's own bank; negative if the record was wrong and is reversed. */
  | { kind: 'partner_paid'; amountMinor: Minor }
  | { kind: 'charge_back' | 'charge_back_won'; amountMinor: Minor }
  /** A deposit transferred to another artist: a debit and a credit, each with the platform's part. */
  | { kind: 'hand_off'; providerId: string; amountMinor: Minor; feeMinor: Minor; pendingMinor: Minor }
  | { kind: 'hand_on'; providerId: string; amountMinor: Minor; feeMinor: Minor }
  /** Transfers between fee and provider; no money leaves. */
  | { kind: 'share_to_provider'; providerId: string; amountMinor: Minor }
  | { kind: 'share_to_platform'; providerId: string; amountMinor: Minor; pendingMinor: Minor }

const between = (to: string, from: string, amountMinor: Minor): Entry[] => [
  { account: to, amountMinor },
  { account: from, amountMinor: -amountMinor },
]

/** Returns the entries of a movement, which sum to zero. Assets are positive, liabilities and income negative. */
export function listMovementEntries(movement: Movement): Entry[] {
  return entries(movement).filter(({ amountMinor }) => amountMinor !== 0)
}

function entries(movement: Movement): Entry[] {
  const { amountMinor } = movement
  switch (movement.kind) {
    case 'capture':
      return [
        { account: movement.from ?? 'bank', amountMinor },
        { account: 'fees', amountMinor: -movement.feeMinor },
        { account: `pending:${movement.providerId}`, amountMinor: movement.feeMinor - amountMinor },
      ]
    case 'refund':
      return [{ account: 'refunds_due', amountMinor: -amountMinor }, ...givenBack(movement)]
    case 'refund_refused':
      return [
        { account: 'refunds_due', amountMinor },
        { account: 'fees', amountMinor: -movement.feeBackMinor },
        { account: `pending:${movement.providerId}`, amountMinor: movement.feeBackMinor - amountMinor },
      ]
    case 'charge_back_restored':
      return [
        { account: 'charge_backs', amountMinor },
        { account: 'fees', amountMinor: -movement.feeBackMinor },
        { account: `pending:${movement.providerId}`, amountMinor: movement.feeBackMinor - amountMinor },
      ]
    case 'charge_back_lost':
      return [{ account: 'charge_backs', amountMinor: -amountMinor }, ...givenBack(movement)]
    case 'refunded':
      return between('refunds_due', movement.to ?? 'bank', amountMinor)
    case 'voucher_sold':
      return between('bank', 'vouchers', amountMinor)
    case 'voucher_returned':
      return between('vouchers', 'refunds_due', amountMinor)
    case 'voucher_lost':
      return [
        { account: 'charge_backs', amountMinor: -amountMinor },
        { account: 'vouchers', amountMinor: movement.leftMinor },
        { account: 'fees', amountMinor: amountMinor - movement.leftMinor },
      ]
    case 'release':
      return between(`pending:${movement.providerId}`, `earned:${movement.providerId}`, amountMinor)
    case 'payout':
      return between(`earned:${movement.providerId}`, 'payouts_due', amountMinor)
    case 'payout_failed':
      return between('payouts_due', `earned:${movement.providerId}`, amountMinor)
    case 'paid_out':
      return between('payouts_due', 'bank', amountMinor)
    case 'reversal':
      return between('bank', `earned:${movement.providerId}`, amountMinor)
    case 'refund_back':
      return between('bank', 'refunds_due', amountMinor)
    case 'service_fee':
      return between('service_fees', 'bank', amountMinor)
    case 'own_payout':
      return between('own_bank', 'bank', amountMinor)
    case 'top_up':
      return between('bank', 'own_bank', amountMinor)
    case 'adjustment':
      return between('bank', 'adjustments', amountMinor)
    case 'promo':
      return between('promos', 'fees', amountMinor)
    case 'cash':
      return between('cash', `cash_kept:${movement.providerId}`, amountMinor)
    case 'partner_paid':
      return between('own_bank', 'partners', amountMinor)
    case 'charge_back':
      return between('charge_backs', 'bank', amountMinor)
    case 'hand_off':
      return [
        { account: 'handed_on', amountMinor: -amountMinor },
        ...givenBack({ ...movement, feeBackMinor: movement.feeMinor }),
      ]
    case 'hand_on':
      return [
        { account: 'handed_on', amountMinor },
        { account: 'fees', amountMinor: -movement.feeMinor },
        { account: `pending:${movement.providerId}`, amountMinor: movement.feeMinor - amountMinor },
      ]
    case 'share_to_provider':
      return between('fees', `pending:${movement.providerId}`, amountMinor)
    case 'share_to_platform':
      return [{ account: 'fees', amountMinor: -amountMinor }, ...givenBack({ ...movement, feeBackMinor: 0 })]
    case 'charge_back_won':
      return between('bank', 'charge_backs', amountMinor)
  }
}

function givenBack({
  providerId,
  amountMinor,
  feeBackMinor,
  pendingMinor,
}: {
  providerId: string
  amountMinor: Minor
  feeBackMinor: Minor
  pendingMinor: Minor
}): Entry[] {
  const theirs = amountMinor - feeBackMinor
  const waiting = Math.max(0, Math.min(theirs, pendingMinor))
  return [
    { account: 'fees', amountMinor: feeBackMinor },
    { account: `pending:${providerId}`, amountMinor: waiting },
    { account: `earned:${providerId}`, amountMinor: theirs - waiting },
  ]
}
