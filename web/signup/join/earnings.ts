import { toMinor } from '#contract/money.ts'
import { computeUnitsWithFee } from '#contract/price.ts'

/** Fee percentage of the example. */
export const sketchPercent = 15
const weeksAMonth = 52 / 12

/** Returns a month of bookings at one price: customers' total, fee in it, and earnings, in whole units. */
export function estimateMonth(bookingsAWeek: number, price: number): { customers: number; fee: number; yours: number } {
  const bookings = Math.round(bookingsAWeek * weeksAMonth)
  const yours = bookings * price
  const customers = bookings * computeUnitsWithFee(toMinor(price), sketchPercent)
  return { customers, fee: customers - yours, yours }
}
