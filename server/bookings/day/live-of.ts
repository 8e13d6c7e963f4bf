import { standingWords } from '#contract/bookings/day/day-facts.ts'
import type { SaidWord } from '#contract/bookings/day/day-word.ts'
import { type Forecast, forecast } from '#contract/bookings/day/forecast.ts'
import { atWork } from '#contract/search/at-work.ts'
import type { Plan } from '#contract/search/quotes.ts'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { wordsOf } from './day-word-queries.ts'
import { isoIn } from './iso-in.ts'

/** A day as it was planned, what was said of it, and what is to be expected by that. */
export type Live = { planned: Plan; said: SaidWord[]; seen: Forecast }
type Row = Pick<
  AppointmentRow,
  'id' | 'body' | 'event_date' | 'tz' | 'left_at' | 'arrived_at' | 'late_from' | 'done_at'
>

/** The days of appointments as they run now, by appointment. */
export async function livesOf(db: Db, rows: readonly Row[], now: Date): Promise<ReadonlyMap<string, Live>> {
  // Where nothing stands that was said, nothing is asked for.
  const begun = rows.filter(({ left_at, arrived_at, late_from, done_at }) =>
    [left_at, arrived_at, late_from, done_at].some((at) => at !== null),
  )
  const words = await wordsOf(
    db,
    begun.map(({ id }) => id),
  )
  return new Map(rows.map((row) => [row.id, liveWith(row, words.get(row.id) ?? [], now)]))
}

/** The day of one. */
export const liveOf = async (db: Db, row: Row, now: Date): Promise<Live> =>
  (await livesOf(db, [row], now)).get(row.id) ?? liveWith(row, [], now)

/** The same by words that are known. */
export function liveWith(row: Pick<Row, 'body' | 'event_date' | 'tz'>, said: SaidWord[], now: Date): Live {
  const planned = atWork(row.body.plan)
  return { planned, said, seen: forecast(planned, said, now.getTime(), isoIn(row)) }
}

/** What stands of what was said, for whoever does not say it. */
export const standingOf = ({ said }: Live): SaidWord[] => standingWords(said)
