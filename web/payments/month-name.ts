import { month } from '#contract/format.ts'

/** A month written YYYY-MM as people say it: November 2026. */
export const monthName = (key: string): string => month(Number(key.slice(0, 4)), Number(key.slice(5, 7)))

/** Its first three letters, for a small space. */
export const shortMonth = (key: string): string => monthName(key).slice(0, 3)
