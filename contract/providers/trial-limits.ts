/** Limits of a trial's duration, and of the days and months before the booking that an artist may require. */
export const trialLimits = {
  minutes: { least: 15, most: 240, step: 15 },
  days: { least: 2, most: 60 },
  months: { least: 1, most: 6 },
} as const

/** Days in the shortest month, so that this many days always fit into as many months. */
export const daysOfMonth = 28
