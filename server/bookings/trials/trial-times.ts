import type { FreeTime } from '#contract/bookings/moves.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { visitTimesOn } from '#server/bookings/patch-tests/test-times.ts'
import type { Context } from '#server/platform/context.ts'
import { speedsOf, type TravelSpeeds } from '#server/providers/diary/door.ts'
import { isAhead, ruleOf } from './trial-terms.ts'
import { type TrialRow, trialOf } from './trial-queries.ts'

/** When there is time on a day for the trial of a booking, whoever asks. */
export async function trialTimesFor(
  ctx: Context,
  row: AppointmentRow,
  eventDate: string,
): Promise<{ times: FreeTime[] }> {
  const trial = await trialOf(ctx.db, row.id)
  if (!trial || !isAhead(row, trial, ctx.now)) return { times: [] }
  return { times: await trialTimesOn(ctx, row, trial, { eventDate, speeds: await speedsOf(ctx) }) }
}

/** When there is time for a trial on a day, by its own rule; where it is now counts as free. */
export const trialTimesOn = (
  ctx: Context,
  row: AppointmentRow,
  trial: TrialRow,
  { eventDate, speeds }: { eventDate: string; speeds: TravelSpeeds },
): Promise<FreeTime[]> =>
  visitTimesOn(ctx, row, { eventDate, speeds, minutes: trial.minutes, rule: ruleOf(trial), except: [trial.id] })
