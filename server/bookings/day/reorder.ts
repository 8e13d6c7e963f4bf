import type { Plan } from '#contract/search/quotes.ts'

/** The plan with people in another order: who stands first in `order` (people by their place in the plan) sits down first; each keeps their artists. Null where not everyone would be ready in time. */
export function reorder(plan: Plan, order: readonly number[], iso: (ms: number) => string): Plan | null {
  const people = [...new Set(plan.blocks.map(({ person }) => person))]
  if (order.length !== people.length || people.some((person) => !order.includes(person))) return null
  const start = Date.parse(plan.startAt)
  const artistFree = new Map<number, number>()
  const blocks: Plan['blocks'] = []
  for (const person of order) {
    let personFree = start
    // As they were laid out, so that hair still comes before or after makeup as the planner found it best.
    for (const block of plan.blocks
      .filter((b) => b.person === person)
      .sort((a, b) => Date.parse(a.from) - Date.parse(b.from))) {
      const from = Math.max(personFree, artistFree.get(block.artistIndex) ?? start)
      const to = from + Date.parse(block.to) - Date.parse(block.from)
      artistFree.set(block.artistIndex, to)
      personFree = to
      blocks.push({ ...block, from: iso(from), to: iso(to) })
    }
  }
  const done = blocks.reduce((latest, { to }) => Math.max(latest, Date.parse(to)), start)
  const until = Math.max(Date.parse(plan.doneAt), plan.readyBy ? Date.parse(plan.readyBy) : 0)
  if (done > until) return null
  return { ...plan, blocks, doneAt: iso(done), spareMinutes: Math.max(0, Math.round((until - done) / 60_000)) }
}
