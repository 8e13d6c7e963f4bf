import type { FreeTime } from '#contract/bookings/moves.ts'
import type { KeptVisit } from './visit-queries.ts'

/** Of these times those that leave the artist their usual pause before and after visits which are chosen with them: of a time that others may take nothing is in the diary. */
export const besideVisits = (
  times: readonly FreeTime[],
  chosen: readonly Pick<KeptVisit, 'from' | 'to'>[],
  { buffer_minutes }: { buffer_minutes: number },
): FreeTime[] =>
  times.filter(({ startsAt, endsAt }) => {
    const pause = buffer_minutes * 60_000
    return chosen.every(({ from, to }) => Date.parse(endsAt) + pause <= from || to + pause <= Date.parse(startsAt))
  })
