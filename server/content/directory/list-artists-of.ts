import type { directory } from '#contract/content/directory.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listedArtists } from './directory-queries.ts'
import { kept } from '#server/content/city/kept.ts'
import { artistListSize } from './list-artists.ts'

/** One list of artists. */
export const listArtistsOf = (
  ctx: Context,
  { country, part }: InputOf<typeof directory.artistList>,
): Promise<OutputOf<typeof directory.artistList>> =>
  kept(ctx, `artists ${country} ${part}`, async (inner) => {
    inner.about('any:provider')
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
