import { trialIn } from '#contract/bookings/trials/trial-price.ts'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { type TrialRow, trialOf } from './trial-queries.ts'

/** What of a booking's price is worked off before its day: that of a trial which has taken place, or for which nobody came, or what was kept of one that was cancelled late. It stays paid when the customer cancels the day. */
export const workedBy = (
  row: Pick<AppointmentRow, 'body'>,
  trial: Pick<TrialRow, 'state' | 'starts_at' | 'kept_minor'> | undefined,
  now: Date,
): Minor => {
  if (!trial) return 0
  // Its line has gone with it, and one of what is kept stands instead.
  if (trial.state === 'cancelled') return trial.kept_minor
  const begun = trial.state === 'booked' && trial.starts_at !== null && trial.starts_at <= now
  return begun || trial.state === 'done' || trial.state === 'missed' ? (trialIn(row.body.lines)?.priceMinor ?? 0) : 0
}

const tellsOfTrial = ({ body }: AppointmentRow): boolean =>
  body.lines.some(({ kind }) => kind === 'trial' || kind === 'kept')

/** The same, looked up where its price tells of a trial. */
export const workedMinor = async (db: Db, row: AppointmentRow, now: Date): Promise<Minor> =>
  tellsOfTrial(row) ? workedBy(row, await trialOf(db, row.id), now) : 0
