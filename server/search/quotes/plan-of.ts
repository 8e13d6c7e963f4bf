import { BusyWalk } from '#server/search/matching/busy-cell.ts'
import { field, numberOf } from '#server/search/matching/cell-snapshot.ts'
import type { Candidate } from '#server/search/matching/found.ts'
import { type Ask, type Diary, diaryOf, type Hours, roomOf } from '#server/search/matching/match.ts'
import { readOwn } from '#server/search/matching/match-providers.ts'
import { matchQueryOf, pricingOf } from '#server/search/matching/match-search.ts'
import { type DayPlan, planDay } from '#server/search/planning/planner.ts'
import { isEarly, teamOf } from '#server/search/pricing/pricing.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'
import type { Entry } from './arrange.ts'

/** The day with this provider in the room that they have for it; null without a time. The job that stands at `moved` (milliseconds) is the one being planned, and in nobody's way. */
export function planOf(
  asked: ResolvedSearch,
  { candidate }: Pick<Entry, 'candidate'>,
  now: Date,
  moved?: number,
): DayPlan | null {
  if (!asked.aim) return null
  const { ask, setupMinutes, serviceNos } = matchQueryOf(asked, now)
  const team = teamOf(candidate, pricingOf(asked))
  return planDay(asked.aim, asked.party, team, setupMinutes, roomFor(ask, serviceNos, candidate, moved))
}

function roomFor(
  ask: Ask,
  serviceNos: readonly number[],
  { cell, row, no, busy, from }: Candidate,
  moved?: number,
): number {
  const of = (column: number) => numberOf(cell, row, column)
  const hours: Hours = {
    opensMinute: of(field.opens),
    open: null,
    closesMinute: of(field.closes),
    noticeHours: of(field.notice),
    horizonDays: of(field.horizon),
    bufferMinutes: of(field.buffer),
  }
  readOwn(hours, cell, row, ask.day, serviceNos)
  const diary = new BusyWalk(busy).turnTo(no)
  const early = of(field.earlyBefore)
  // Nobody pays for an early start only to wait less.
  const notBefore = early < 0 || isEarly(cell, row, from, ask.day) ? null : ask.day.at(early)
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
