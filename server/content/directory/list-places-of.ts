import type { directory } from '#contract/content/directory.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { unitsWithFee } from '#contract/price.ts'
import type { Country } from '#contract/words.ts'
import { catalogOf, feesOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listedPlaces } from './directory-queries.ts'
import { kept } from '#server/content/city/kept.ts'
import { pathOf } from '#server/content/city/landing-link.ts'
import { categoryName, eventLinks } from '#server/content/city/page-texts.ts'
import { listSize } from './list-places.ts'

/** One list of places with their occasions. */
export const listPlacesOf = (
  ctx: Context,
  input: InputOf<typeof directory.placeList>,
): Promise<OutputOf<typeof directory.placeList>> =>
  kept(ctx, `places ${input.country} ${input.category} ${input.part}`, async (inner) => {
    inner.about('any:provider', 'any:price')
    const catalog = await catalogOf(inner.database)
    const countryCode = input.country.toUpperCase() as Country
    const category = catalog.categories.get(input.category)
    const market = catalog.markets.get(countryCode)
    const rows = category
      ? await listedPlaces(inner.database, countryCode, category.id, (input.part - 1) * listSize, listSize)
      : []
    if (!category || !market || rows.length === 0) throw new Refusal('not_found')
    const { usual } = feesOf(catalog, countryCode, category.id, inner.now)
    return {
      countryCode,
      countryName: market.name,
      part: input.part,
      parts: Math.ceil((rows[0]?.total ?? 0) / listSize),
      updatedAt: rows.reduce((last, { changed_on }) => (changed_on > last ? changed_on : last), ''),
      category: { slug: category.slug, label: categoryName(category.slug, category.label, countryCode) },
      places: rows.map(({ label, address, artists, from_minor }) => ({
        label,
        link: pathOf(countryCode, category.slug, address),
        artists,
        minPrice: unitsWithFee(from_minor, usual.percent),
        currency: market.currency,
        events: eventLinks(countryCode, category.slug, address, null),
      })),
    }
  })
