import { type Minor, toMinor } from '#contract/money.ts'

/** Whether a second operator has to approve a refund: in parts that are each small enough it is the same money, so what has gone back already counts. */
export const requiresSecondOperator = (refunded: Minor, wanted: Minor, limit: number): boolean =>
  refunded + wanted >= toMinor(limit)
