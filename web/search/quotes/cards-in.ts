import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'

/** Every card of a page, of both types. */
export const cardsIn = ({ offers, profiles }: Pick<QuotesPage, 'offers' | 'profiles'>): Card[] =>
  (['mobile', 'studio'] as const).flatMap((type) => [
    ...offers[type].map(({ provider }) => provider),
    ...profiles[type],
  ])

/** The list that an address names; null for anything else. */
export const modeOf = (asked: string | null): Mode | null => (asked === 'mobile' || asked === 'studio' ? asked : null)

/** The type asked for, else the one that has somebody. */
export function shownType(asked: string | null, page: Pick<QuotesPage, 'counts'>): Mode {
  return modeOf(asked) ?? (page.counts.mobile.fits === 0 && page.counts.studio.fits > 0 ? 'studio' : 'mobile')
}
