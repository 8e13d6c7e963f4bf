import { type FeePayer, Fees, feeStanding, type FeeStanding } from '#contract/fees.ts'
import { todayIn } from '#server/platform/event-day.ts'
import type { Catalog } from '#server/catalog/catalog.ts'

const held = new WeakMap<Catalog, Map<string, Fees>>()

/** The fees of a market and a kind of work today, by the market's own calendar; the same object for as long as nothing of them changes. */
export function feesOf(catalog: Catalog, countryCode: string, categoryId: number, now: Date): Fees {
  const ask = askOf(catalog, countryCode, categoryId, now)
  const known = held.get(catalog) ?? new Map<string, Fees>()
  held.set(catalog, known)
  const key = `${countryCode} ${categoryId} ${ask.day}`
  const fees = known.get(key) ?? new Fees(catalog.feeRules, ask)
  known.set(key, fees)
  return fees
}

/** What one artist pays today for a kind of work, why, and until when. */
export const feeStandingOf = (
  catalog: Catalog,
  { countryCode, ...payer }: FeePayer & { countryCode: string },
  categoryId: number,
  now: Date,
): FeeStanding => {
  const rules = catalog.feeRules.filter(({ providerNo }) => providerNo === null || providerNo === payer.no)
  return feeStanding(rules, askOf(catalog, countryCode, categoryId, now), payer)
}

/** Where, when and for what a fee is asked for today. */
function askOf(catalog: Catalog, countryCode: string, categoryId: number, now: Date) {
  const tz = catalog.markets.get(countryCode)?.tz ?? 'UTC'
  const usual = catalog.categoriesById.get(categoryId)?.feePercent ?? 0
  return { countryCode, categoryId, usual, day: todayIn(tz, now) }
}

const dayMs = 86_400_000

/** A provider as the rule of fees knows them; the day on which they went live is the one that search has. */
export const feePayerOf = (row: {
  no: number
  booking_count: number
  approved_at: Date | null
  created_at: Date
}): FeePayer => ({
  no: row.no,
  bookings: row.booking_count,
  since: Math.floor((row.approved_at ?? row.created_at).getTime() / dayMs),
})
