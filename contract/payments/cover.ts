import type { Minor } from '#contract/money.ts'

/** A card payment is zero or at least this much, in minor units. */
export const LEAST_BY_CARD: Minor = 100

/** The amount due, the part that reserved credits pay, and the part left for a card. */
export type Cover = { dueMinor: Minor; creditMinor: Minor; cardMinor: Minor }
export const computeCover = (dueMinor: Minor, creditMinor: Minor): Cover => ({
  dueMinor,
  creditMinor,
  cardMinor: Math.max(0, dueMinor - creditMinor),
})

/** Returns how much a credit pays: as much as possible without leaving less than the card minimum. */
export function computeCreditPart(openMinor: Minor, leftMinor: Minor): Minor {
  if (leftMinor >= openMinor) return openMinor
  return Math.max(0, Math.min(leftMinor, openMinor - LEAST_BY_CARD))
}

/** Splits the fee over several payments: the first payment carries as much of it as fits, then the next. */
export function splitFee(amounts: readonly Minor[], feeMinor: Minor): Minor[] {
  let left = feeMinor
  return amounts.map((amount) => {
    const part = Math.min(amount, Math.max(0, left))
    left -= part
    return part
  })
}

export function fitCreditsToDue(dueMinor: Minor, haveMinor: readonly Minor[]): Minor[] {
  let open = dueMinor
  return haveMinor.map((have) => {
    const part = computeCreditPart(open, have)
    open -= part
    return part
  })
}

/** How much of an amount is authorised or captured, over all payers. */
export type ReservedAmount = {
  reservedMinor: Minor
  openMinor: Minor
  /** True if exactly the full amount is covered, neither less nor more. */
  stands: boolean
}
export function computeReserved(dueMinor: Minor, paid: readonly Minor[]): ReservedAmount {
  const reservedMinor = paid.reduce((sum, amount) => sum + amount, 0)
  return { reservedMinor, openMinor: Math.max(0, dueMinor - reservedMinor), stands: reservedMinor === dueMinor }
}
