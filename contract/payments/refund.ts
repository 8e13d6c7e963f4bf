import { percentUp, type Minor } from '#contract/money.ts'
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
export const coolingHours = (bookedAt: number, startsAt: number): number => (startsAt - bookedAt > farOffMs ? 24 : 0.25)

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

/** What was paid in one go: its amount and the platform's part of it, in minor units. */
export type Paid = { amountMinor: Minor; feeMinor: Minor }
/** What goes back of it, the platform's part of that, and what is left for each. */
export type Refunded = {
  refundMinor: Minor
  feeBackMinor: Minor
  keptByPlatformMinor: Minor
  keptByProviderMinor: Minor
}

/** Splits a payment by the share that comes back: of what is kept the fee is the platform's and the rest the provider's. */
export function splitRefund({ amountMinor, feeMinor }: Paid, share: number): Refunded {
  const refundMinor = percentUp(amountMinor, share)
  const kept = amountMinor - refundMinor
  const keptByPlatformMinor = Math.min(feeMinor, kept)
  return {
    refundMinor,
    feeBackMinor: feeMinor - keptByPlatformMinor,
    keptByPlatformMinor,
    keptByProviderMinor: kept - keptByPlatformMinor,
  }
}
