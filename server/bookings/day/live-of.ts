import { standingWords } from '#contract/bookings/day/day-facts.ts'
import type { SaidWord } from '#contract/bookings/day/day-word.ts'
import { atWork } from '#contract/search/at-work.ts'
import type { Plan } from '#contract/search/quotes.ts'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { type MateRow, matesOf } from '#server/bookings/team-up/team-hold-queries.ts'
import { wordsOf } from './day-word-queries.ts'
import { isoIn } from './iso-in.ts'
import { type DayPart, type RunningPart, runTogether } from './run-together.ts'

/** A day as it was planned, what was said of it, what is to be expected by that, and what its people have done by others of a team. */
export type Live = RunningPart & { planned: Plan; said: SaidWord[] }
type Row = Pick<
  AppointmentRow,
  'id' | 'body' | 'event_date' | 'tz' | 'left_at' | 'arrived_at' | 'late_from' | 'done_at'
>
type OwnRow = Row & Pick<AppointmentRow, 'search_id' | 'people' | 'starts_at'>

/** Nobody says anything of a day sooner than this before it. */
const DAY_MS = 86_400_000

/** The day of an appointment as it runs now; where it is one artist’s part of a party, with what is said of the others. */
export async function liveOf(db: Db, row: OwnRow, now: Date): Promise<Live> {
  const soon = now.getTime() > row.starts_at.getTime() - DAY_MS
  const [live] = await livesAmong(db, row, soon ? await matesOf(db, row.search_id) : [], now)
  return live as Live
}

/** The same, and then the days of these others of its party. */
export async function livesAmong(db: Db, row: OwnRow, mates: readonly MateRow[], now: Date): Promise<Live[]> {
  const rows: readonly Row[] = [row, ...mates]
  // Where nothing stands that was said, nothing is asked for.
  const begun = rows.filter(({ left_at, arrived_at, late_from, done_at }) =>
    [left_at, arrived_at, late_from, done_at].some((at) => at !== null),
  )
  const words = await wordsOf(
    db,
    begun.map(({ id }) => id),
  )
  const partOf = (part: Row, artist: string, people: readonly number[] | null) => ({
    planned: atWork(part.body.plan),
    said: words.get(part.id) ?? [],
    artist,
    people,
    iso: isoIn(part),
  })
  const parts = [
    partOf(row, '', row.people ? null : (mates[0]?.own ?? null)),
    ...mates.map((mate) => partOf(mate, mate.name, mate.changed ? null : mate.theirs)),
  ] satisfies DayPart[]
  const running = runTogether(parts, now.getTime())
  return parts.map(({ planned, said }, i) => ({ planned, said, ...(running[i] as RunningPart) }))
}

/** What stands of what was said, for whoever does not say it. */
export const standingOf = ({ said }: Pick<Live, 'said'>): SaidWord[] => standingWords(said)
