import { money } from '#contract/format.ts'
import type { Profile } from '#contract/providers/providers.ts'
import { type Catalogue, ownLabel, reader } from '#contract/words.ts'
import { type Fact, scoreOf } from '#web/content/share-facts.ts'

const words = { 'share.service': '{service}, a person, from' } as const satisfies Catalogue
const t = reader(words)

/** What links to an artist show beside their name: their score, and from how much they do what leads. */
export const profileFacts = ({ rating, totalReviews, services, lead }: Profile): Fact[] => [
  ...scoreOf(rating, totalReviews),
  ...services
    .filter(({ id }) => id === lead)
    .map(({ title, label, price, currency }) => ({
      label: t('share.service', { service: ownLabel(title, label) }),
      value: money(price, currency),
    })),
]
