import { type directory, sitemapPartSize } from '#contract/content/directory.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { artistParts, placeParts } from './directory-queries.ts'
import { kept } from '#server/content/city/kept.ts'
import { withPlacesUpToDate } from '#server/content/city/refresh-places.ts'
import { listPaths, ownPaths, placesOfAPart } from './sitemap-paths.ts'

type Paths = OutputOf<typeof directory.sitemapPart>['paths']

/** The parts of the sitemap, each with its newest change. */
export const listSitemap = (ctx: Context): Promise<OutputOf<typeof directory.sitemap>> =>
  withPlacesUpToDate(ctx).then(() =>
    kept(ctx, 'sitemap', async (inner) => {
      inner.about('any:provider', 'any:price', 'any:reviews')
      const { database } = inner
      const lists = await listPaths(inner)
      const newest = (paths: Paths) => paths.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), '')
      const parts = (kind: 'places' | 'artists', rows: readonly { part: number; changed_on: string }[]) =>
        rows.map(({ part, changed_on }) => ({ kind, part, updatedAt: changed_on }))
      return {
        parts: [
          { kind: 'pages' as const, part: 1, updatedAt: newest(await ownPaths(inner)) },
          ...parts('places', await placeParts(database, placesOfAPart)),
          ...Array.from({ length: Math.ceil(lists.length / sitemapPartSize) }, (_, i) => ({
            kind: 'lists' as const,
            part: i + 1,
            updatedAt: newest(lists.slice(i * sitemapPartSize, (i + 1) * sitemapPartSize)),
          })),
          ...parts('artists', await artistParts(database, sitemapPartSize)),
        ],
      }
    }),
  )
