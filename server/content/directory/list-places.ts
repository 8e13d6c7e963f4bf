import { defaults } from '#contract/constants.ts'
import type { directory } from '#contract/content/directory.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Country } from '#contract/words.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type ChunkRow, placeChunks } from './directory-queries.ts'
import { kept } from '#server/content/city/kept.ts'
import { categoryName } from '#server/content/city/page-texts.ts'
import { popularCities } from '#server/content/city/popular-cities.ts'

/** So many places a list, each with all its occasions, so that everything is two steps from the list of lists. */
export const listSize = 100

/** The cities with most artists, and the lists of every place that somebody reaches. */
export const listPlaces = (ctx: Context): Promise<OutputOf<typeof directory.places>> =>
  kept(ctx, 'places', async (inner) => {
    inner.about('any:provider', 'any:price')
    const { categories, categoriesById } = await catalogOf(inner.database)
    const usual = categories.get(defaults.category)
    const places = usual ? await popularCities(inner, usual, { all: 96, ofCountry: 24 }) : []
    const lists = new Map<string, OutputOf<typeof directory.places>['lists'][number]>()
    for (const row of await placeChunks(inner.database, listSize)) {
      const category = categoriesById.get(row.category_id)
      if (!category) continue
      const key = `${row.country_code} ${row.category_id}`
      const list = lists.get(key) ?? {
        countryCode: row.country_code,
        category: {
          slug: category.slug,
          label: categoryName(category.slug, category.label, row.country_code as Country),
        },
        parts: [],
      }
      list.parts.push(chunk(row, placeListPath(row.country_code, category.slug, row.part)))
      lists.set(key, list)
    }
    return { places, lists: [...lists.values()] }
  })

export const placeListPath = (country: string, category: string, part: number): string =>
  `/content/places/${country.toLowerCase()}/${category}/${part}`

export const chunk = ({ first, last, count }: Pick<ChunkRow, 'first' | 'last' | 'count'>, link: string) => ({
  link,
  from: first,
  to: last,
  count,
})
