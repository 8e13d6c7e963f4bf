import { type directory, sitemapPartSize } from '#contract/content/directory.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { artistsOfPart, placesOfPart } from './directory-queries.ts'
import { pictureOf } from '#server/providers/index.ts'
import { publishedAt } from '#server/content/editing/edit-queries.ts'
import { withPlacesUpToDate } from '#server/content/city/refresh-places.ts'
import { listPaths, ownPaths, placePaths, placesOfAPart } from './sitemap-paths.ts'

type Paths = OutputOf<typeof directory.sitemapPart>['paths']

/** The addresses of one part. */
export async function listSitemapPart(
  ctx: Context,
  { kind, part }: InputOf<typeof directory.sitemapPart>,
): Promise<OutputOf<typeof directory.sitemapPart>> {
  ctx.about('any:provider', 'any:price', 'any:reviews')
  await withPlacesUpToDate(ctx)
  const paths = await pathsOf[kind](ctx, part)
  if (paths.length === 0) throw new Refusal('not_found')
  return { paths }
}

const pathsOf: Record<InputOf<typeof directory.sitemapPart>['kind'], (ctx: Context, part: number) => Promise<Paths>> = {
  pages: async (ctx, part) => (part === 1 ? ownPaths(ctx) : []),
  places: async (ctx, part) => {
    const edited = await publishedAt(ctx.reads)
    const catalog = await catalogOf(ctx.database)
    return (await placesOfPart(ctx.database, part, placesOfAPart)).flatMap((row) =>
      placePaths(catalog, row, true, edited),
    )
  },
  lists: async (ctx, part) => (await listPaths(ctx)).slice((part - 1) * sitemapPartSize, part * sitemapPartSize),
  artists: async (ctx, part) =>
    (await artistsOfPart(ctx.database, part, sitemapPartSize)).map(({ slug, country_code, changed_on, pictures }) => ({
      path: `/@/${slug}`,
      updatedAt: changed_on,
      country: country_code,
      pictures: pictures.map((media) => pictureOf(media, 'tall').src),
    })),
}
