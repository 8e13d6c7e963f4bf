import type { DayWord } from '#contract/bookings/day/day-word.ts'
import type { Elsewhere } from '#contract/bookings/day/elsewhere.ts'
import { type Forecast, forecast } from '#contract/bookings/day/forecast.ts'
import type { Plan } from '#contract/search/quotes.ts'

/** One artist’s part of a party on its day. */
export type DayPart = {
  planned: Plan
  said: readonly DayWord[]
  artist: string
  /** Who of the whole party its people are, in the order of its plan; null where a change has left that open. */
  people: readonly number[] | null
  iso: (ms: number) => string
}
export type RunningPart = { seen: Forecast; elsewhere: Elsewhere[] }

/**
 * The parts of one party as they run together, in their order: whoever is late with one artist sits down later with the next. What
 * is expected of a sitting hangs on what has begun and on what was planned before it, so each turn settles at least one more for
 * good, and where nothing moves any more that is the day.
 */
export function runTogether(parts: readonly DayPart[], now: number): RunningPart[] {
  let running = parts.map((part) => runPart(part, [], now))
  for (let turn = 0; turn <= parts.flatMap(({ planned }) => planned.blocks).length; turn++) {
    const next = parts.map((part, i) => runPart(part, elsewhereOf(parts, running, i), now))
    const still = next.every(({ elsewhere }, i) => sameTimes(elsewhere, running[i]?.elsewhere ?? []))
    running = next
    if (still) break
  }
  return running
}

const runPart = ({ planned, said, iso }: DayPart, elsewhere: Elsewhere[], now: number): RunningPart => ({
  seen: forecast(planned, said, now, iso, elsewhere),
  elsewhere,
})

const sameTimes = (a: readonly Elsewhere[], b: readonly Elsewhere[]): boolean =>
  a.length === b.length && a.every(({ from, to }, i) => from === b[i]?.from && to === b[i]?.to)

/** What the others do with the people of this part. */
function elsewhereOf(parts: readonly DayPart[], running: readonly RunningPart[], own: number): Elsewhere[] {
  const here = parts[own]?.people ?? []
  return parts.flatMap(({ artist, people, iso }, i) =>
    i === own || !people
      ? []
      : (running[i]?.seen.sittings ?? []).flatMap(({ person, label, plannedFrom, from, to, state }) => {
          const at = here.indexOf(people[person - 1] ?? 0)
          if (at < 0) return []
          return [{ person: at + 1, artist, label, plannedFrom: iso(plannedFrom), from: iso(from), to: iso(to), state }]
        }),
  )
}
