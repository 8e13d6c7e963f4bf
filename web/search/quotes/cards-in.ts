import type { Card, QuotesPage } from '#contract/search/quotes.ts'

/** Every card of a page, of both types. */
export const cardsIn = ({ offers, profiles }: Pick<QuotesPage, 'offers' | 'profiles'>): Card[] =>
  (['mobile', 'studio'] as const).flatMap((type) => [
    ...offers[type].map(({ provider }) => provider),
    ...profiles[type],
  ])
