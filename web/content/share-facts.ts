import type { HomePage, SeoPage } from '#contract/content/content.ts'
import { money, number, score } from '#contract/format.ts'
import { type Catalogue, reader } from '#contract/words.ts'

export type Fact = { label: string; value: string }

const words = {
  'share.artists': { one: 'artist', other: 'artists' },
  'share.reviews': { one: 'from 1 review', other: 'from {n} reviews' },
  'share.quote': 'a whole quote, from',
  'share.person': 'a person, from',
} as const satisfies Catalogue
const t = reader(words)

const artistsOf = (n: number): Fact[] => (n > 0 ? [{ label: t('share.artists', { n }), value: number(n) }] : [])
/** A score and of how many reviews it is. */
export const scoreOf = (mean: number | null, n: number): Fact[] =>
  mean === null || n === 0 ? [] : [{ label: t('share.reviews', { n }), value: score(mean) }]
const leastOf = (prices: readonly (number | null)[], currency: string | undefined): Fact[] => {
  const known = prices.filter((price) => price !== null)
  return currency && known.length > 0 ? [{ label: t('share.person'), value: money(Math.min(...known), currency) }] : []
}

/** What links to the front page show beside its title. */
export const homeFacts = ({ proof }: HomePage): Fact[] => [
  ...scoreOf(proof.reviews >= 20 ? proof.score : null, proof.reviews),
  ...artistsOf(proof.artists >= 10 ? proof.artists : 0),
]

/** What links to a place show beside its title: how many artists, and from how much. */
export const cityFacts = ({ artists, offers, providers }: SeoPage): Fact[] => [
  ...artistsOf(artists),
  ...(offers
    ? [{ label: t('share.quote'), value: money(offers.minPrice, offers.currency) }]
    : leastOf(
        providers.map(({ priceFrom }) => priceFrom),
        providers[0]?.currency,
      )),
]
