import type { Minor } from '#contract/money.ts'

/** The smallest amount that the payment service charges to a card, by currency. */
const leastCharges: Readonly<Record<string, Minor>> = { GBP: 30, USD: 50, AUD: 50, CAD: 50 }

/** The smallest amount in this currency that a card can be charged. A smaller one cannot be paid online. */
export const leastCharge = (currency: string): Minor => leastCharges[currency] ?? 50
