import { money } from '#contract/format.ts'

/** The sign that stands before an amount: £ or $. */
export const symbolOf = (currency: string): string => money(0, currency).replace('0', '')
