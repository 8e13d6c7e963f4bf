import { splitByWeights, computePercentUp, type Minor } from '#contract/money.ts'
export type PolicyKind = 'flexible' | 'fair' | 'strict'

/**
 * Refund share of each payment, in per cent, if the artist or the platform cancels. A payment can never return more
 * than was paid (`refunded_at_most_paid`): more than 100 would need money from elsewhere, such as a voucher.
 */
export const FULL_REFUND = 100

/** Refund share by hours before the planned start; nothing after the last. */
export const policies: Readonly<Record<PolicyKind, readonly { share: number; hoursBefore: number }[]>> = {
  flexible: [{ share: 100, hoursBefore: 24 }],
  fair: [
    { share: 100, hoursBefore: 7 * 24 },
    { share: 50, hoursBefore: 48 },
  ],
  strict: [
    { share: 100, hoursBefore: 30 * 24 },
    { share: 50, hoursBefore: 14 * 24 },
  ],
}

const hourMs = 3_600_000
const farOffMs = 14 * 24 * hourMs

/** Returns the hours of full refund after booking: 24 if the event is more than 14 days away, else 0.25. */
export const getCoolingHours = (bookedAt: number, startsAt: number): number =>
  startsAt - bookedAt > farOffMs ? 24 : 0.25

/** Refund terms frozen at booking, in epoch milliseconds. Moving a booking does not change them. */
export type RefundTerms = { policy: PolicyKind; policyStart: number; coolingUntil: number }

/** Returns the refund shares in order. Each applies until and including its instant, the last one forever. */
export function refundSteps({
  policy,
  policyStart,
  coolingUntil,
}: RefundTerms): { share: number; until: number | null }[] {
  const steps: { share: number; until: number | null }[] = []
  for (const { share, hoursBefore } of policies[policy]) {
    const until = policyStart - hoursBefore * hourMs
    steps.push({ share, until: share === 100 ? Math.max(until, coolingUntil) : until })
  }
  return [
    ...steps.filter((step, i) => i === 0 || (step.until as number) > (steps[i - 1]?.until as number)),
    { share: 0, until: null },
  ]
}

/** Returns the refund share for cancelling at a time, in per cent. */
export const shareAt = (terms: RefundTerms, at: number): number =>
  refundSteps(terms).find(({ until }) => until === null || at <= until)?.share ?? 0

export type WholePrice = { totalMinor: Minor; feeMinor: Minor }
/**
 * A payment and the platform's part of it, in minor units. The part is negative if the platform gave more than its fee.
 */
export type PaidAmount = { amountMinor: Minor; feeMinor: Minor }
/**
 * Refund of a payment, the platform's part of it, the transfer from platform to provider, and what remains for each.
 */
export type RefundSplit = {
  refundMinor: Minor
  feeBackMinor: Minor
  passedMinor: Minor
  keptByPlatformMinor: Minor
  keptByProviderMinor: Minor
}

/** Returns the platform's part of a kept amount, in proportion to its fee, rounded down. */
export const computePlatformPart = (keptMinor: Minor, { totalMinor, feeMinor }: WholePrice): Minor =>
  totalMinor > 0 ? Math.floor((keptMinor * feeMinor) / totalMinor) : 0

type Part = PaidAmount & { refundMinor: Minor }

const sumOf = <T>(all: readonly T[], of: (one: T) => Minor): Minor => all.reduce((sum, one) => sum + of(one), 0)

/**
 * Splits refunded payments so that the platform holds `platformMinor` in total. No payment keeps a higher fee than its
 * remaining amount, because each payment is paid out separately. A surplus is dropped.
 */
function settleParts(parts: readonly Part[], platformMinor: Minor): RefundSplit[] {
  const kept = parts.map(({ amountMinor, feeMinor, refundMinor }) => Math.min(feeMinor, amountMinor - refundMinor))
  let missing = platformMinor - sumOf(kept, (one) => one)
  const change = (i: number, by: Minor): void => {
    kept[i] = (kept[i] ?? 0) + by
    missing -= by
  }
  for (const [i, { amountMinor, refundMinor }] of parts.entries())
    if (missing > 0) change(i, Math.min(missing, amountMinor - refundMinor - (kept[i] ?? 0)))
  // Takes the amount from the refunds first, then from the remaining amounts.
  for (const [i, { feeMinor, refundMinor }] of [...parts.entries()].toReversed())
    if (missing < 0)
      change(i, Math.max(missing, Math.min(0, feeMinor - refundMinor - (kept[i] ?? 0)), -Math.max(0, kept[i] ?? 0)))
  for (const i of parts.keys()) if (missing < 0) change(i, Math.max(missing, -Math.max(0, kept[i] ?? 0)))
  // `missing` is negative if the platform gave more than its fee.
  if (missing < 0 && parts.length > 0) change(0, missing)
  return parts.map(({ amountMinor, feeMinor, refundMinor }, i) => {
    const keptByPlatformMinor = kept[i] ?? 0
    const feeBackMinor = Math.max(0, Math.min(refundMinor, feeMinor - keptByPlatformMinor))
    return {
      refundMinor,
      feeBackMinor,
      passedMinor: feeMinor - keptByPlatformMinor - feeBackMinor,
      keptByPlatformMinor,
      keptByProviderMinor: amountMinor - refundMinor - keptByPlatformMinor,
    }
  })
}

/**
 * Splits all payments by their refunds. The kept amount is split like the whole price, but the platform takes at most
 * what it still holds. `keptMinor` is the kept part of the whole price if some was paid elsewhere.
 */
export function splitRefunds(
  parts: readonly Part[],
  whole: WholePrice,
  keptMinor = sumOf(parts, ({ amountMinor, refundMinor }) => amountMinor - refundMinor),
): RefundSplit[] {
  const held = Math.max(
    0,
    sumOf(parts, ({ feeMinor }) => feeMinor),
  )
  const left = sumOf(parts, ({ amountMinor, refundMinor }) => amountMinor - refundMinor)
  return settleParts(parts, Math.min(computePlatformPart(keptMinor, whole), held, left))
}

/**
 * Returns the fee and refunded fee of a payment after a transfer to the provider. A transfer back first undoes the
 * refunded fee, then adds to the fee.
 */
export function computeFeesAfterPass(payment: { fee_minor: Minor; fee_refunded_minor: Minor }, passedMinor: Minor) {
  const given = payment.fee_refunded_minor + passedMinor
  return { fee_minor: payment.fee_minor + Math.max(0, -given), fee_refunded_minor: Math.max(0, given) }
}

/**
 * Splits payments that move to another artist: the part kept for the new deposit with its fee, and the refund. Shared
 * payers are refunded in proportion.
 */
export function splitHandOver(
  parts: readonly PaidAmount[],
  made: { depositMinor: Minor; feeMinor: Minor },
): { keepMinor: Minor; feeMinor: Minor; refundMinor: Minor; feeBackMinor: Minor }[] {
  const paid = parts.map(({ amountMinor }) => amountMinor)
  const all = sumOf(paid, (amount) => amount)
  const kept = splitByWeights(Math.min(made.depositMinor, all), paid)
  const fees = splitByWeights(Math.min(made.feeMinor, all), kept)
  return parts.map((part, i) => {
    const [keepMinor, feeMinor] = [kept[i] ?? 0, fees[i] ?? 0]
    const refundMinor = part.amountMinor - keepMinor
    return {
      keepMinor,
      feeMinor,
      refundMinor,
      feeBackMinor: Math.min(refundMinor, Math.max(0, part.feeMinor - feeMinor)),
    }
  })
}

/** The effect of a price change: the refund, and by how much less the platform then holds. */
export type PriceChange = { backMinor: Minor; feeLessMinor: Minor }

/**
 * Splits all payments of a booking after a price change and refunds the last payments first. The platform waives an
 * amount that is missing.
 */
export function splitChange(parts: readonly PaidAmount[], { backMinor, feeLessMinor }: PriceChange): RefundSplit[] {
  let left = backMinor
  const refunds = parts.toReversed().map(({ amountMinor }) => {
    const refundMinor = Math.max(0, Math.min(left, amountMinor))
    left -= refundMinor
    return refundMinor
  })
  const withRefund = parts.map((part, i) => ({ ...part, refundMinor: refunds[parts.length - 1 - i] ?? 0 }))
  return settleParts(withRefund, sumOf(parts, ({ feeMinor }) => feeMinor) - feeLessMinor)
}

/**
 * Returns payments with their refunds for a share in per cent, each rounded separately. Work already done is not
 * refunded.
 */
export function computeRefundShares<P extends PaidAmount>(
  paid: readonly P[],
  share: number,
  workedMinor: Minor = 0,
): (P & { refundMinor: Minor })[] {
  const allMinor = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const worked = Math.min(workedMinor, allMinor)
  let before = 0
  return paid.map((one) => {
    // Rounds cumulatively: the parts add up exactly, and none exceeds its payment.
    const upTo = (paidMinor: Minor) => (allMinor > 0 ? Math.floor((worked * paidMinor) / allMinor) : 0)
    const workedOfIt = upTo(before + one.amountMinor) - upTo(before)
    before += one.amountMinor
    return { ...one, refundMinor: computePercentUp(one.amountMinor - workedOfIt, share) }
  })
}

/** Bearers of a refund: both sides in proportion, or one side. */
export const bearers = ['shared', 'platform', 'provider'] as const
export type Bearer = (typeof bearers)[number]

/**
 * Returns the platform's part of a refund, from its fee and then from its own money; the provider bears the rest. With
 * `shared`, the amount that is not refunded is split like the whole price.
 */
export const computePlatformLoss = (refundMinor: Minor, bearer: Bearer, whole: WholePrice): Minor =>
  ({
    shared: refundMinor - computePlatformPart(refundMinor, { ...whole, feeMinor: whole.totalMinor - whole.feeMinor }),
    platform: refundMinor,
    provider: 0,
  })[bearer]

const nothing: RefundSplit = {
  refundMinor: 0,
  feeBackMinor: 0,
  passedMinor: 0,
  keptByPlatformMinor: 0,
  keptByProviderMinor: 0,
}

/** Returns the totals of refunding a share of each payment, minus work already done, for timelines and mails. */
export const refundSums = (
  paid: readonly PaidAmount[],
  whole: WholePrice,
  share: number,
  workedMinor: Minor = 0,
): RefundSplit =>
  splitRefunds(computeRefundShares(paid, share, workedMinor), whole).reduce(
    (sum, one) => ({
      refundMinor: sum.refundMinor + one.refundMinor,
      feeBackMinor: sum.feeBackMinor + one.feeBackMinor,
      passedMinor: sum.passedMinor + one.passedMinor,
      keptByPlatformMinor: sum.keptByPlatformMinor + one.keptByPlatformMinor,
      keptByProviderMinor: sum.keptByProviderMinor + one.keptByProviderMinor,
    }),
    nothing,
  )
