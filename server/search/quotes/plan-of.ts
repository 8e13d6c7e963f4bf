import { BusyWalk } from '#server/search/matching/busy-cell.ts'
import { field, numberOf } from '#server/search/matching/cell-snapshot.ts'
import type { Candidate } from '#server/search/matching/found.ts'
import { type Ask, type Diary, diaryOf, roomOf } from '#server/search/matching/match.ts'
import { hoursOf } from '#server/search/matching/match-providers.ts'
import { matchQueryOf, pricingOf } from '#server/search/matching/match-search.ts'
import { type Longer, planLonger } from '#server/search/planning/longer.ts'
import type { DayPlan } from '#server/search/planning/planner.ts'
import { seatedPlan } from '#server/search/planning/seated.ts'
import { inSequence } from '#server/search/planning/sequence.ts'
import { isEarly, teamOf } from '#server/search/pricing/pricing.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'
import type { Entry } from './arrange.ts'

/** The day with this provider in the room that they have for it, with what takes longer than usual; null without a time. The job that stands at `moved` (milliseconds) is the one being planned, and in nobody's way. */
export function planOf(
  asked: ResolvedSearch,
  { candidate }: Pick<Entry, 'candidate'>,
  now: Date,
  { longer = [], moved }: { longer?: readonly Longer[]; moved?: number } = {},
): DayPlan | null {
  if (!asked.aim) return null
  const { ask, setupMinutes, serviceNos } = matchQueryOf(asked, now)
  const team = teamOf(candidate, pricingOf(asked))
  const room = roomFor(ask, serviceNos, candidate, moved)
  const { seats } = asked.row
  // What several artists share is planned once, for all of them.
  const shared =
    seats && longer.length === 0 ? seatedPlan(asked.aim, asked.party, team, setupMinutes, room, seats) : null
  return shared ?? inSequence(planLonger(asked.aim, asked.party, team, setupMinutes, room, longer), asked.services)
}

function roomFor(ask: Ask, serviceNos: readonly number[], candidate: Candidate, moved?: number): number {
  const { cell, row, no, busy, from } = candidate
  const diary = new BusyWalk(busy).turnTo(no)
  const early = numberOf(cell, row, field.earlyBefore)
  // Nobody pays for an early start only to wait less.
  const notBefore = early < 0 || isEarly(cell, row, from, ask.day) ? null : ask.day.at(early)
  const hours = hoursOf(ask, serviceNos, candidate)
  return roomOf(ask, hours, moved === undefined ? diary : without(diary, moved), notBefore)
}

function without(diary: Diary, at: number): Diary {
  const times = diary.times()
  return diaryOf(
    times.filter((_, i) => {
      const [from, to] = [times[i - (i % 2)] as number, times[i - (i % 2) + 1] as number]
      return from * 1000 > at || to * 1000 <= at
    }),
  )
}
