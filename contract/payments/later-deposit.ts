import { z } from 'zod'
import { toHundredths } from '#contract/format.ts'
import type { Minor } from '#contract/money.ts'
import { Instant } from '#contract/values.ts'

/**
 * Timing of a later deposit: days before the start when it is charged, days of notice, number of daily attempts, hours
 * to authenticate, and days to pay it manually before the booking is cancelled.
 */
export const laterDepositTimers = { daysBefore: 60, toldDays: 7, tries: 3, proveHours: 24, payDays: 7 } as const

/** Days from the end of an appointment until the artist has been paid: 48 hours, then the payout, with a reserve. */
const PAID_OUT_DAYS = 7
/** The shortest holding period that a later deposit fits in: notice, charge, appointment and payout. */
export const leastHoldDays = laterDepositTimers.daysBefore + laterDepositTimers.payDays + PAID_OUT_DAYS + 1
export const mostHoldDays = 730

const DAY_MS = 86_400_000

/** The part of a deposit that is charged later to the card of the booking: major units, and when. */
export const LaterDeposit = z.object({ amount: z.number(), at: Instant })
export type LaterDeposit = z.infer<typeof LaterDeposit>

/** Returns when a later deposit is due, in milliseconds since the epoch. */
export const getLaterDepositDue = (startsAt: number): number => startsAt - laterDepositTimers.daysBefore * DAY_MS

type Deposit = { depositMinor: Minor; feeMinor: Minor; leastMinor: Minor }
type Appointment = { endsAt: number; now: number }

/**
 * Returns the part of a deposit that is charged later, in minor units, or 0. A deposit that would be held longer than
 * `holdDays` (null: no limit) is divided: the platform's fee is due at booking, the rest 60 days before the start. Both
 * parts are at least `leastMinor`, the minimum charge of a card.
 */
export function computeLaterDeposit(
  { depositMinor, feeMinor, leastMinor }: Deposit,
  { endsAt, now }: Appointment,
  holdDays: number | null,
): Minor {
  if (holdDays === null || endsAt + PAID_OUT_DAYS * DAY_MS - now <= holdDays * DAY_MS) return 0
  return divideDeposit({ depositMinor, feeMinor, leastMinor })
}

/** Returns the part of a deposit above the fee, or 0 if one of the parts is below the minimum charge. */
export function divideDeposit({ depositMinor, feeMinor, leastMinor }: Deposit): Minor {
  const laterMinor = depositMinor - Math.max(feeMinor, leastMinor)
  return laterMinor >= leastMinor ? laterMinor : 0
}

type Step = { share: number; until: number | null }

/**
 * Divides the step of a refund timeline in which a later deposit is charged, at its time `at` (null: none), because the
 * refunds before and after it differ. Times are milliseconds since the epoch.
 */
export function divideStepAt<S extends Step>(steps: readonly S[], at: number | null): S[] {
  const i = at === null ? -1 : steps.findIndex(({ until }) => until === null || until > at)
  const step = steps[i]
  return step ? [...steps.slice(0, i), { ...step, until: at }, ...steps.slice(i)] : [...steps]
}

/** Returns the text of the customer's agreement to a later deposit, which is stored with the booking. */
export const formatLaterDepositConsent = (amount: string, date: string): string =>
  `I agree that Primp saves the card I pay with and charges the rest of the deposit, ${amount}, to it on ${date}. Primp emails me a week before. Nothing is charged after a cancellation.`

/** Returns the amount due at booking in major units: the price, or the deposit without its later part. */
export const getDueNow = (
  { total, deposit, laterDeposit }: { total: number; deposit: number; laterDeposit?: LaterDeposit | undefined },
  inFull: boolean,
): number => (inFull ? total : toHundredths(deposit - (laterDeposit?.amount ?? 0)))
