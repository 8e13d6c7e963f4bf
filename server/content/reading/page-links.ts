import { landings } from '#contract/content/page-edit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Context } from '#server/platform/context.ts'
import { liveSlug } from '#server/content/editing/edit-queries.ts'
import { readLink } from '#server/content/city/landing-link.ts'
import { madePage } from '#server/content/city/show-page.ts'
import { hasVersions } from './terms-version.ts'
import { madeText } from '#server/content/texts/made-texts.ts'
import { withoutQuery } from '#contract/words.ts'

// Pages that are there without anything in the database, beside the landing pages.
const standing = new Set<string>([
  ...landings,
  '/offer',
  '/offers',
  '/coming-soon',
  '/search',
  '/login',
  '/register',
  '/forgot-password',
  '/select-dashboard',
  '/dashboard',
  '/customer-dashboard',
  '/join-mua',
  '/join-sg',
  '/join-now',
  '/nails/join-us',
  '/providers/join-us',
  '/providers/notifications-app',
  '/content/places',
  '/content/artists',
  '/customer-dashboard/account',
  '/customer-dashboard/saved',
  '/customer-dashboard/payments',
  '/customer-dashboard/quotes',
])

/** Whether an address of this site leads to a page that is there. */
export async function leadsSomewhere(ctx: Context, to: string): Promise<boolean> {
  const path = withoutQuery(to).replace(/(.)\/$/, '$1')
  if (standing.has(path)) return true
  const [, text, more] = /^\/content\/([a-z0-9-]+)(\/versions)?$/.exec(path) ?? []
  if (text) return madeText(text) !== undefined && (!more || hasVersions(`/content/${text}`))
  const [, slug] = /^\/@\/([a-z0-9-]+)$/.exec(path) ?? []
  if (slug) return liveSlug(ctx.db, slug)
  return readLink(path) !== null && (await isPlace(ctx, path))
}

/** Whether there is a page of a place at that path. */
export async function isPlace(ctx: Context, path: string): Promise<boolean> {
  try {
    return (await madePage(ctx, path)).path === path
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'not_found') return false
    throw fault
  }
}
