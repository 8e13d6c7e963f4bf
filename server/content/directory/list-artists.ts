import type { directory } from '#contract/content/directory.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { artistChunks, listedArtists } from './directory-queries.ts'
import { kept } from '#server/content/city/kept.ts'
import { chunk } from './list-places.ts'

/** So many artists a list. */
export const artistListSize = 400

export const artistListPath = (country: string, part: number): string =>
  `/content/artists/${country.toLowerCase()}/${part}`

/** The lists of every live artist, country by country. */
export const listArtists = (ctx: Context): Promise<OutputOf<typeof directory.artists>> =>
  kept(ctx, 'artists', async (inner) => {
    inner.about('any:where', 'any:face')
    const lists = new Map<string, OutputOf<typeof directory.artists>['lists'][number]>()
    for (const row of await artistChunks(inner.database, artistListSize)) {
      const list = lists.get(row.country_code) ?? { countryCode: row.country_code, parts: [] }
      list.parts.push(chunk(row, artistListPath(row.country_code, row.part)))
      lists.set(row.country_code, list)
    }
    return { lists: [...lists.values()] }
  })

/** One list of artists. */
export const listArtistsOf = (
  ctx: Context,
  { country, part }: InputOf<typeof directory.artistList>,
): Promise<OutputOf<typeof directory.artistList>> =>
  kept(ctx, `artists ${country} ${part}`, async (inner) => {
    inner.about('any:where', 'any:face')
    const countryCode = country.toUpperCase()
    const rows = await listedArtists(inner.database, countryCode, (part - 1) * artistListSize, artistListSize)
    if (rows.length === 0) throw new Refusal('not_found')
    return {
      countryCode,
      countryName: (await catalogOf(inner.database)).markets.get(countryCode)?.name ?? countryCode,
      part,
      parts: Math.ceil((rows[0]?.total ?? 0) / artistListSize),
      updatedAt: rows.reduce((last, { changed_on }) => (changed_on > last ? changed_on : last), ''),
      artists: rows.map(({ slug, name, area }) => ({ slug, name, area })),
    }
  })
