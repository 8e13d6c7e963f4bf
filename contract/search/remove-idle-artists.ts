import type { Plan } from './quotes.ts'

/** Returns the positions of the artists of a plan who have work in it, or all positions if none has work. */
export function listBusyLanes({ artists, blocks }: Pick<Plan, 'artists' | 'blocks'>): number[] {
  const busy = [...new Set(blocks.map(({ artistIndex }) => artistIndex))].sort((a, b) => a - b)
  return busy.length > 0 ? busy : artists.map((_, lane) => lane)
}

export function removeIdleArtists(plan: Plan): Plan {
  const busy = listBusyLanes(plan)
  if (busy.length === plan.artists.length) return plan
  return {
    ...plan,
    artists: busy.map((index) => plan.artists[index] ?? ''),
    blocks: plan.blocks.map((block) => ({ ...block, artistIndex: busy.indexOf(block.artistIndex) })),
  }
}
