import type { Plan } from './quotes.ts'

/** The places of those artists of a plan who have work of their own in it; all of them, where nobody has. */
export function listBusyLanes({ artists, blocks }: Pick<Plan, 'artists' | 'blocks'>): number[] {
  const busy = [...new Set(blocks.map(({ artistIndex }) => artistIndex))].sort((a, b) => a - b)
  return busy.length > 0 ? busy : artists.map((_, lane) => lane)
}

/** A plan with those artists alone who have work of their own in it. */
export function removeIdleArtists(plan: Plan): Plan {
  const busy = listBusyLanes(plan)
  if (busy.length === plan.artists.length) return plan
  return {
    ...plan,
    artists: busy.map((index) => plan.artists[index] ?? ''),
    blocks: plan.blocks.map((block) => ({ ...block, artistIndex: busy.indexOf(block.artistIndex) })),
  }
}
