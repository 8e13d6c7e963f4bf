import type { Minor } from '#contract/money.ts'

/** What is left for an artist of one payment; `frozenMinor` of it is asked back by a bank and waits. */
export type Share = { paymentId: string; shareMinor: Minor; frozenMinor: Minor }
export type Part = { paymentId: string | null; amountMinor: Minor }

/** What of an artist's earnings can leave now: all but what a bank asks back. */
export const payableMinor = (earnedMinor: Minor, shares: readonly Share[]): Minor =>
  Math.max(0, earnedMinor - shares.reduce((sum, { frozenMinor }) => sum + frozenMinor, 0))

/** Splits a payout over the payments that it comes from, in their order; what none of them covers comes from what the platform has. */
export function partsOf(amountMinor: Minor, shares: readonly Share[]): Part[] {
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
