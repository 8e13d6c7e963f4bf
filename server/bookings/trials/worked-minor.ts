import { trialIn } from '#contract/bookings/trials/trial-price.ts'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { type TrialRow, trialOf } from './trial-queries.ts'

/** What of a booking's price is worked off before its day: that of a trial which has taken place, or for which nobody came. It stays paid when the customer cancels the day. */
export const workedBy = (
  row: Pick<AppointmentRow, 'body'>,
  trial: Pick<TrialRow, 'state' | 'starts_at'> | undefined,
  now: Date,
): Minor => {
  const worth = trialIn(row.body.lines)
  if (!worth || !trial) return 0
  const begun = trial.state === 'booked' && trial.starts_at !== null && trial.starts_at <= now
  return begun || trial.state === 'done' || trial.state === 'missed' ? worth.priceMinor : 0
}

/** The same, looked up where its price has a trial. */
export const workedMinor = async (db: Db, row: AppointmentRow, now: Date): Promise<Minor> =>
  trialIn(row.body.lines) ? workedBy(row, await trialOf(db, row.id), now) : 0
