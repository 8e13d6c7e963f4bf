/** How long a trial takes, and by how much an artist may narrow when it is: so many days before at least, and so many months at most. */
export const trialLimits = {
  minutes: { least: 15, most: 240, step: 15 },
  days: { least: 2, most: 60 },
  months: { least: 1, most: 6 },
} as const

/** Days in the shortest month: what lies so many days before always lies within so many months of it. */
export const daysOfMonth = 28
