import type { WantedService } from './member.ts'
import type { DayPlan } from './planner.ts'

/**
 * Reorders consecutive services of one person with one artist into the catalogue's sequence. Services without one keep
 * their place, and all other times are unchanged.
 */
export function sortBySequence(plan: DayPlan, asked: readonly WantedService[]): DayPlan {
  if (asked.filter(({ sequence }) => sequence !== 0).length < 2) return plan
  const sequenceOf = ({ want }: DayPlan['blocks'][number]): number => asked[want]?.sequence ?? 0
  const blocks: DayPlan['blocks'] = []
  for (const run of runsOf(plan.blocks)) {
    const next = run.filter((block) => sequenceOf(block) !== 0).sort((a, b) => sequenceOf(a) - sequenceOf(b))
    let from = (run[0] as DayPlan['blocks'][number]).from
    for (const block of run) {
      const laid = sequenceOf(block) === 0 ? block : (next.shift() as typeof block)
      const to = from + laid.to - laid.from
      blocks.push({ ...laid, from, to })
      from = to
    }
  }
  return { ...plan, blocks: blocks.sort((a, b) => a.from - b.from || a.artist - b.artist) }
}

function runsOf(blocks: DayPlan['blocks']): DayPlan['blocks'][] {
  const runs: DayPlan['blocks'][] = []
  for (const own of Map.groupBy(blocks, ({ artist, person }) => `${artist} ${person}`).values()) {
    let last: DayPlan['blocks'][number] | undefined
    for (const block of own.toSorted((a, b) => a.from - b.from)) {
      if (last?.to === block.from) runs.at(-1)?.push(block)
      else runs.push([block])
      last = block
    }
  }
  return runs
}
