import type { content } from '#contract/content/content.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { rankingWeights } from '#server/search/index.ts'

/** The weights by which the recommended order is made. */
export const showRanking = async (): Promise<OutputOf<typeof content.ranking>> => ({ weights: { ...rankingWeights } })
