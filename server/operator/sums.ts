import { major, type Minor } from '#contract/money.ts'
import type { Sum } from '#contract/operator/hub.ts'

/** Sums of several currencies, in their major units. */
export const majorSums = (money: readonly { currency: string; minor: Minor }[]): Sum[] =>
  money.map(({ currency, minor }) => ({ currency, amount: major(minor) }))
