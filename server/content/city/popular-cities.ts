import { artVersion } from '#contract/pictures/drawn.ts'
import type { PopularPlace } from '#contract/content/content.ts'
import { unitsWithFee } from '#contract/price.ts'
import { type CatalogCategory, catalogOf, feesOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { pathOf, slugOf } from './landing-link.ts'
import { homeCities } from './place-queries.ts'
import { withPlacesUpToDate } from './refresh-places.ts'

/** The cities in which most artists of a category have their base, of each country that many, one country before the others, each with how many reach it, as its own page says, and from what price. */
export async function popularCities(
  ctx: Context,
  category: CatalogCategory,
  limit: { all: number; ofCountry: number; first?: string | null },
): Promise<(PopularPlace & { countryCode: string })[]> {
  await withPlacesUpToDate(ctx)
  const catalog = await catalogOf(ctx.database)
  return (await homeCities(ctx.database, category.id, limit.ofCountry, limit.all, limit.first ?? null)).map(
    ({ country_code, name, label, address, artists, from_minor }) => ({
      label: cityName({ name, label }),
      link: pathOf(country_code, category.slug, address),
      artists,
      countryCode: country_code,
      minPrice: unitsWithFee(from_minor, feesOf(catalog, country_code, category.id, ctx.now).usual.percent),
      currency: catalog.markets.get(country_code)?.currency ?? 'AUD',
      img: cityPicture(cityName({ name, label })),
      metres: null,
    }),
  )
}

/** What a place is called where it is clear which country: its name, or its whole label where that begins otherwise. */
export const cityName = ({ name, label }: { name: string; label: string }): string =>
  label.startsWith(name) ? name : label

/** The drawing of a city or one of its areas. */
export const cityPicture = (name: string) => ({
  src: `/pictures/city/${slugOf(name)}.svg?v=${artVersion}`,
  alt: `${name}, drawn`,
})
