import type { directory } from '#contract/content/directory.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { artistChunks } from './directory-queries.ts'
import { kept } from '#server/content/city/kept.ts'
import { chunk } from './list-places.ts'

/** So many artists a list. */
export const artistListSize = 400

export const artistListPath = (country: string, part: number): string =>
  `/content/artists/${country.toLowerCase()}/${part}`

/** The lists of every live artist, country by country. */
export const listArtists = (ctx: Context): Promise<OutputOf<typeof directory.artists>> =>
  kept(ctx, 'artists', async (inner) => {
    inner.about('any:provider')
    const lists = new Map<string, OutputOf<typeof directory.artists>['lists'][number]>()
    for (const row of await artistChunks(inner.database, artistListSize)) {
      const list = lists.get(row.country_code) ?? { countryCode: row.country_code, parts: [] }
      list.parts.push(chunk(row, artistListPath(row.country_code, row.part)))
      lists.set(row.country_code, list)
    }
    return { lists: [...lists.values()] }
  })
