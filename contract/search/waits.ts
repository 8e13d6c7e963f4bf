import type { Plan } from './quotes.ts'

/** Minutes that a person of the party waits between two of their services. */
export type Wait = { person: number; minutes: number; after: string; before: string }

/** Returns the waits between two services of a person, in order of time. */
export function listWaits(plan: Pick<Plan, 'blocks'>): Wait[] {
  const blocks = plan.blocks.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
  return blocks.flatMap((block, i) => {
    const next = blocks.slice(i + 1).find(({ person }) => person === block.person)
    const minutes = next ? Math.round((Date.parse(next.from) - Date.parse(block.to)) / 60_000) : 0
    return next && minutes > 0 ? [{ person: block.person, minutes, after: block.label, before: next.label }] : []
  })
}
