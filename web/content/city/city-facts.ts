import type { SeoPage } from '#contract/content/content.ts'
import { money } from '#contract/format.ts'
import { type Catalogue, reader } from '#contract/words.ts'
import { artistsOf, type Fact } from '#web/content/share-facts.ts'

const words = { 'share.quote': 'a whole quote, from', 'share.person': 'a person, from' } as const satisfies Catalogue
const t = reader(words)

const leastOf = (prices: readonly (number | null)[], currency: string | undefined): Fact[] => {
  const known = prices.filter((price) => price !== null)
  return currency && known.length > 0 ? [{ label: t('share.person'), value: money(Math.min(...known), currency) }] : []
}

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
