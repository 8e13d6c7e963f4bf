import type { Invitation } from '#contract/bookings/guests/guests.ts'
import { type Live, standingOf } from '#server/bookings/day/live-of.ts'

/** How the day runs for one person of it, once something was said or moves it; whoever waits between two chairs is told of the next. */
export function runningOf(
  live: Pick<Live, 'seen' | 'said'>,
  person: number | null,
  iso: (ms: number) => string,
): Invitation['live'] {
  const { sittings, facts, asPlanned, behind, plan, spare, finishedAt } = live.seen
  if (asPlanned) return null
  const own = sittings.filter((sitting) => sitting.person === person)
  const [next] = own.filter(({ state }) => state === 'ahead').toSorted((a, b) => a.from - b.from)
  const sits = own.some(({ state }) => state === 'now')
  return {
    saidAt: facts.saidAt === null ? null : iso(facts.saidAt),
    acting: standingOf(live).some(({ at, acting }) => acting && Date.parse(at) === facts.saidAt),
    arrivedAt: facts.arrivedAt === null ? null : iso(facts.arrivedAt),
    state: own.length === 0 ? null : sits ? 'now' : next ? 'ahead' : 'done',
    nextFrom: next ? iso(next.from) : null,
    plannedFrom: next ? iso(next.plannedFrom) : null,
    heldUpBy: next?.heldUpBy ?? null,
    behind,
    doneAt: plan.doneAt,
    spare,
    finishedAt: finishedAt === null ? null : iso(finishedAt),
  }
}
