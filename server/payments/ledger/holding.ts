/** For how many days the service holds money in an account that is paid out by hand; then it has to leave for the account's own bank. */
const holdingDays: Readonly<Record<string, number>> = { US: 730 }
const OTHERS = 90
const DAY_MS = 86_400_000

/** What was taken before this has been held as long as the service does. */
export const heldTooLongBefore = (country: string, now: Date): Date =>
  new Date(now.getTime() - (holdingDays[country] ?? OTHERS) * DAY_MS)
