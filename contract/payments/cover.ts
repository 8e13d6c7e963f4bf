import type { Minor } from '#contract/money.ts'

/** A card is asked for nothing, or for at least so much: no service takes less. */
export const LEAST_BY_CARD: Minor = 100

/** What is due, what credits that are kept pay of it, and what is left for a card. */
export type Cover = { dueMinor: Minor; creditMinor: Minor; cardMinor: Minor }
export const computeCover = (dueMinor: Minor, creditMinor: Minor): Cover => ({
  dueMinor,
  creditMinor,
  cardMinor: Math.max(0, dueMinor - creditMinor),
})

/** How much a credit pays of what is still open: all it can, but never so that a card would be asked for too little. */
export function computeCreditPart(openMinor: Minor, leftMinor: Minor): Minor {
  if (leftMinor >= openMinor) return openMinor
  return Math.max(0, Math.min(leftMinor, openMinor - LEAST_BY_CARD))
}

/** The platform's fee in what is paid together: in the first amount as far as it goes, then in the next. */
export function splitFee(amounts: readonly Minor[], feeMinor: Minor): Minor[] {
  let left = feeMinor
  return amounts.map((amount) => {
    const part = Math.min(amount, Math.max(0, left))
    left -= part
    return part
  })
}

/** How much each of several credits pays of what is due, in their order, where each has so much. */
export function fitCreditsToDue(dueMinor: Minor, haveMinor: readonly Minor[]): Minor[] {
  let open = dueMinor
  return haveMinor.map((have) => {
    const part = computeCreditPart(open, have)
    open -= part
    return part
  })
}

/** How far what cards have to pay is reserved or taken, however many pay it. */
export type ReservedAmount = {
  reservedMinor: Minor
  /** What nobody has paid yet. */
  openMinor: Minor
  /** Exactly paid: neither too little nor twice. */
  stands: boolean
}
export function computeReserved(dueMinor: Minor, paid: readonly Minor[]): ReservedAmount {
  const reservedMinor = paid.reduce((sum, amount) => sum + amount, 0)
  return { reservedMinor, openMinor: Math.max(0, dueMinor - reservedMinor), stands: reservedMinor === dueMinor }
}
