import { toMinor } from '#contract/money.ts'
import { computeUnitsWithFee } from '#contract/price.ts'

/** The platform's share that the sketch reckons with, in whole percent. */
export const sketchPercent = 15
const weeksAMonth = 52 / 12

/** What bookings at one price come to in a month: what customers pay, the fee in it, and the artist's own, in whole units. */
export function estimateMonth(bookingsAWeek: number, price: number): { customers: number; fee: number; yours: number } {
  const bookings = Math.round(bookingsAWeek * weeksAMonth)
  const yours = bookings * price
  const customers = bookings * computeUnitsWithFee(toMinor(price), sketchPercent)
  return { customers, fee: customers - yours, yours }
}
