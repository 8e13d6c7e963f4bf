import { type Minor, toMinor } from '#contract/money.ts'

/**
 * Returns whether a refund needs a second operator. Earlier refunds count, so that splitting an amount does not avoid
 * the limit.
 */
export const requiresSecondOperator = (refunded: Minor, wanted: Minor, limit: number): boolean =>
  refunded + wanted >= toMinor(limit)
