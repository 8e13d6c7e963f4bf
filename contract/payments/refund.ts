import { splitByWeights, computePercentUp, type Minor } from '#contract/money.ts'
export type PolicyKind = 'flexible' | 'fair' | 'strict'

/** Share of what was paid that comes back until so many hours before the planned start; later than the last, nothing. */
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

/** After booking everything comes back for so many hours: a day where the event is more than 14 days off, else a quarter of an hour. */
export const getCoolingHours = (bookedAt: number, startsAt: number): number =>
  startsAt - bookedAt > farOffMs ? 24 : 0.25

/** What was frozen at booking; instants in milliseconds since the epoch. A move changes none of it. */
export type RefundTerms = { policy: PolicyKind; policyStart: number; coolingUntil: number }

/** The stretches of time with their shares, in order: each until its instant and with it, the last one for ever. */
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

/** The share of what was paid, in per cent, that comes back when the customer cancels then. */
export const shareAt = (terms: RefundTerms, at: number): number =>
  refundSteps(terms).find(({ until }) => until === null || at <= until)?.share ?? 0

/** The whole price that was agreed on, and the platform's fee in it. */
export type WholePrice = { totalMinor: Minor; feeMinor: Minor }
/** What was paid in one go: its amount and the platform's part of it, in minor units. That part is less than nothing where the platform has given more than its fee. */
export type PaidAmount = { amountMinor: Minor; feeMinor: Minor }
/** What goes back of it, the platform's part of that, what passes from the platform to the provider of the rest, and what is left for each. */
export type RefundSplit = {
  refundMinor: Minor
  feeBackMinor: Minor
  passedMinor: Minor
  keptByPlatformMinor: Minor
  keptByProviderMinor: Minor
}

/** The platform's part of what is kept: the same that its fee is of the whole, rounded down. */
export const computePlatformPart = (keptMinor: Minor, { totalMinor, feeMinor }: WholePrice): Minor =>
  totalMinor > 0 ? Math.floor((keptMinor * feeMinor) / totalMinor) : 0

type Part = PaidAmount & { refundMinor: Minor }

const sumOf = <T>(all: readonly T[], of: (one: T) => Minor): Minor => all.reduce((sum, one) => sum + of(one), 0)

/**
 * Splits payments by what goes back of each, so that the platform holds exactly `platformMinor` of all of them together.
 * Every payment keeps what it has of the fee as far as possible. No payment is left with more of the fee than is left of
 * the payment itself, because each is paid out by itself. Sums beyond what is left of all payments are not taken.
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
  // First out of what goes back, then out of what stays.
  for (const [i, { feeMinor, refundMinor }] of [...parts.entries()].toReversed())
    if (missing < 0)
      change(i, Math.max(missing, Math.min(0, feeMinor - refundMinor - (kept[i] ?? 0)), -Math.max(0, kept[i] ?? 0)))
  for (const i of parts.keys()) if (missing < 0) change(i, Math.max(missing, -Math.max(0, kept[i] ?? 0)))
  // Less than nothing, where the platform has given more than its fee.
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
 * Splits all payments of a booking by what goes back of each. What is kept is shared as the whole price would have been,
 * but the platform takes no more than it still holds. `keptMinor` is what is kept of the whole price where part of it
 * was paid elsewhere.
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

/** The fee of a payment and what the platform has given up of it, once it has passed this much to the provider. What it gets back undoes what it has given up, and only then adds to its fee. */
export function computeFeesAfterPass(payment: { fee_minor: Minor; fee_refunded_minor: Minor }, passedMinor: Minor) {
  const given = payment.fee_refunded_minor + passedMinor
  return { fee_minor: payment.fee_minor + Math.max(0, -given), fee_refunded_minor: Math.max(0, given) }
}

/** Splits payments that go on to another artist: what each keeps for the new deposit with its part of the new fee, and what goes back. Everybody who paid a share gets back by their share. */
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

/** A change of the price: what goes back of what was paid, and by how much less the platform holds afterwards. */
export type PriceChange = { backMinor: Minor; feeLessMinor: Minor }

/**
 * Splits all payments of a booking after a change of its price: the refund comes out of the last payments first. What
 * the platform should get but is not there, it does without.
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

/** Payments with what goes back of each by a share in per cent: each by itself, so that halves of cents never add up. What is worked off already was paid by each of them in proportion, and nothing of it comes back. */
export function computeRefundShares<P extends PaidAmount>(
  paid: readonly P[],
  share: number,
  workedMinor: Minor = 0,
): (P & { refundMinor: Minor })[] {
  const allMinor = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const worked = Math.min(workedMinor, allMinor)
  let before = 0
  return paid.map((one) => {
    // By what is paid up to here and with it: so the parts add up to the minor unit, and none is more than was paid.
    const upTo = (paidMinor: Minor) => (allMinor > 0 ? Math.floor((worked * paidMinor) / allMinor) : 0)
    const workedOfIt = upTo(before + one.amountMinor) - upTo(before)
    before += one.amountMinor
    return { ...one, refundMinor: computePercentUp(one.amountMinor - workedOfIt, share) }
  })
}

/** Who bears a refund that is made by decision: both by their parts of the whole, or one alone. */
export const bearers = ['shared', 'platform', 'provider'] as const
export type Bearer = (typeof bearers)[number]

/** What the platform bears of a refund, out of its fee and beyond it out of its own; the provider bears the rest. Shared, what is left is shared as the whole is. */
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

/** The sums of all payments where that share of each comes back, but for what is worked off already: what timelines show and mails say. */
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
