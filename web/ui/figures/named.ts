import { markets, formatMonth } from '#contract/format.ts'
import type { CountryCode } from '#contract/values.ts'

/** A week's Monday for a small space: 16 Nov. */
export const formatWeek = (monday: string): string => `${Number(monday.slice(8))} ${formatShortMonth(monday)}`

/** The month of a date, or of one written YYYY-MM, as people say it: November 2026. */
export const formatMonthName = (key: string): string => formatMonth(Number(key.slice(0, 4)), Number(key.slice(5, 7)))

/** Its first three letters, for a small space. */
export const formatShortMonth = (key: string): string => formatMonthName(key).slice(0, 3)

export const getMarketName = (code: CountryCode): string => markets[code].name

/** What a list of rows adds up to, name by name, for each of some keys in their order; keys without rows are zeros. */
export function sumByKey<R, K, N extends keyof R>(
  rows: readonly R[],
  keys: readonly K[],
  keyOf: (row: R) => K,
  names: readonly N[],
): (Record<N, number> & { key: K })[] {
  const groups = Map.groupBy(rows, keyOf)
  return keys.map((key) => {
    const own = groups.get(key) ?? []
    const sums = Object.fromEntries(
      names.map((name) => [name, own.reduce((sum, row) => sum + Number(row[name]), 0)]),
    ) as Record<N, number>
    return { ...sums, key }
  })
}
