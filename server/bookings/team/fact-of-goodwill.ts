/** What the facts of the refunds begin with that an act of goodwill makes. */
export const factOfGoodwill = (actId: string): string => `goodwill:${actId}:`
