import type { PopularPlace } from '#contract/content/content.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { PlaceCards } from '#web/content/place-cards.tsx'
import { Section } from '#web/content/section.tsx'
import { homeMessages } from './messages.ts'

export function PopularPlaces({ places, country }: { places: readonly PopularPlace[]; country: Country }) {
  const t = createTranslator(homeMessages, country)
  if (places.length === 0) return null
  return (
    <Section title={t('home.places.title')} more={{ label: t('home.places.all'), to: '/content/places' }}>
      <PlaceCards
        places={places}
        mixed
        under={({ artists }, minPrice) =>
          minPrice
            ? t('home.places.card.price', { n: artists, minPrice })
            : t('home.places.card.noPrice', { n: artists })
        }
      />
    </Section>
  )
}
