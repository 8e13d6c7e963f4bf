import type { content } from '#contract/content.ts'
import { defaults } from '#contract/constants.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { kept } from './kept.ts'
import { events, pathOf, slugOf } from './landing-link.ts'
import { areasOf, citiesWithArtists, profileSlugs } from './queries.ts'

const fixed = ['/', '/halloween', '/happy-place', '/lessons', '/join', '/join-mua', '/join-sg', '/join-now', '/nails/join-us', '/providers/join-us',
  '/content/about', '/content/help', '/content/reviews', '/content/gallery', '/content/places', '/content/ranking', '/content/cancellation',
  '/content/legals-customers', '/content/legals-providers', '/content/privacy-policy', '/content/credits']

/** The addresses a search engine should know: pages of the site, of cities and their occasions, of areas, and live profiles. */
export const listPaths = (ctx: Context): Promise<OutputOf<typeof content.paths>> => kept(ctx, 'paths', computePaths)

async function computePaths(ctx: Context): Promise<OutputOf<typeof content.paths>> {
  ctx.about('any:where', 'any:face', 'any:reviews')
  const db = ctx.database.reads
  const today = ctx.now.toISOString().slice(0, 10)
  const paths: { path: string; updatedAt: string }[] = fixed.map((path) => ({ path, updatedAt: today }))
  for (const { country_code, city } of await citiesWithArtists(db, 200)) {
    const at = (place: string, event?: string) => paths.push({ path: pathOf(country_code, defaults.category, slugOf(place), event), updatedAt: today })
    at(city)
    for (const event of events) at(city, event)
    for (const { area } of await areasOf(db, country_code, city, 60)) at(area)
  }
  for (const { slug, changed_at } of await profileSlugs(db, 40_000)) paths.push({ path: `/@/${slug}`, updatedAt: changed_at })
  const known = new Set<string>()
  return { paths: paths.filter(({ path }) => !known.has(path) && known.add(path)) }
}
