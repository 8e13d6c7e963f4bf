import { defaults } from '#contract/constants.ts'
import type { PopularPlace } from '#contract/content.ts'
import { unitsWithFee } from '#contract/price.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { pathOf, slugOf } from './landing-link.ts'
import { cheapestIn, citiesWithArtists } from './queries.ts'

/** The cities with most artists, each with how many they are and from what price. */
export async function popularCities(ctx: Context, limit: number): Promise<(PopularPlace & { countryCode: string })[]> {
  const catalog = await catalogOf(ctx.database)
  const category = catalog.categories.get(defaults.category)
  if (!category) return []
  const db = ctx.database.reads
  const places: (PopularPlace & { countryCode: string })[] = []
  for (const { country_code, city, artists } of await citiesWithArtists(db, limit)) {
    const least = await cheapestIn(db, country_code, city, category.id)
    places.push({
      label: city, link: pathOf(country_code, category.slug, slugOf(city)), artists, countryCode: country_code,
      minPrice: least === null ? null : unitsWithFee(least, category.feePercent),
      currency: catalog.markets.get(country_code)?.currency ?? 'AUD',
      img: cityPicture(city),
    })
  }
  return places
}

/** The drawing of a city or one of its areas. */
export const cityPicture = (name: string) => ({ src: `/pictures/city/${slugOf(name)}.svg`, alt: `${name}, drawn` })
