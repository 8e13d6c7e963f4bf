import type { PopularPlace } from '#contract/content.ts'
import { markets } from '#contract/format.ts'
import { countries, reader } from '#contract/words.ts'
import { homeWords } from '#web/content/home/words.ts'
import { PlaceCards } from '#web/content/place-cards.tsx'

const t = reader(homeWords)

/** Every city with artists, country by country. */
export function AllPlaces({ places }: { places: readonly (PopularPlace & { countryCode: string })[] }) {
  return (
    <main id="main" tabIndex={-1} className="wrap sec stack s32">
      <h1 className="d1">{t('home.places.all')}</h1>
      {countries.map((country) => {
        const own = places.filter((place) => place.countryCode === country)
        if (own.length === 0) return null
        return (
          <section key={country} id={country.toLowerCase()} aria-labelledby={`places-${country}`} className="stack s24">
            <h2 className="d2" id={`places-${country}`}>
              {markets[country].name}
            </h2>
            <PlaceCards
              places={own}
              under={({ artists }, minPrice) =>
                minPrice ? t('home.places.card.price', { n: artists, minPrice }) : t('home.places.card.noPrice', { n: artists })
              }
            />
          </section>
        )
      })}
    </main>
  )
}
