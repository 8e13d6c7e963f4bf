import type { Plan } from './quotes.ts'

/** A plan with those artists alone who have work of their own in it. */
export function atWork(plan: Plan): Plan {
  const busy = [...new Set(plan.blocks.map(({ artistIndex }) => artistIndex))].sort((a, b) => a - b)
  if (busy.length === 0 || busy.length === plan.artists.length) return plan
  return {
    ...plan,
    artists: busy.map((index) => plan.artists[index] ?? ''),
    blocks: plan.blocks.map((block) => ({ ...block, artistIndex: busy.indexOf(block.artistIndex) })),
  }
}
