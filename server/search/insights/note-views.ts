import type { Database } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { soon } from '#server/platform/work/soon.ts'
import { keepViews } from './seen-queries.ts'

// Names that nobody has are noted too, until the statement finds nobody: a bound all the same.
const MOST_NAMES = 5_000
const noted = new WeakMap<Database, Map<string, number>>()

/** Notes that an artist's page was opened; kept within some seconds, with all others of that time. */
export function noteView(ctx: Context, slug: string): void {
  const all = noted.get(ctx.database) ?? new Map<string, number>()
  noted.set(ctx.database, all)
  if (all.size >= MOST_NAMES && !all.has(slug)) return
  all.set(slug, (all.get(slug) ?? 0) + 1)
  soon(ctx, 'artist-views')
}

/** Keeps the views that were noted; what could not be kept is tried with the next. */
export async function keepNotedViews(ctx: Context): Promise<void> {
  const all = noted.get(ctx.database)
  if (!all?.size) return
  noted.delete(ctx.database)
  try {
    await keepViews(ctx.db, [...all], ctx.now)
  } catch (fault) {
    const since = noted.get(ctx.database) ?? new Map<string, number>()
    for (const [slug, n] of all) if (since.size < MOST_NAMES) since.set(slug, n + (since.get(slug) ?? 0))
    noted.set(ctx.database, since)
    throw fault
  }
}

/** The name in the address of an artist's page, by itself or within a search; null for any other address. */
export const artistOfPath = (path: string): string | null =>
  path.length < 160 ? (/^\/(?:quotes?\/[\w-]+\/)?@\/([a-z0-9-]{1,120})(?:\.data)?$/.exec(path)?.[1] ?? null) : null

// Most of what opens pages by itself says so in its name.
const machines =
  /bot|crawl|spider|slurp|preview|fetch|monitor|headless|lighthouse|curl|wget|python|facebookexternalhit/i

/** Whether it is a person's browser that shows the page to them: no program, and nothing that is loaded beforehand. */
export const isSeen = (headers: Record<string, string | string[] | undefined>): boolean => {
  const agent = String(headers['user-agent'] ?? '')
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`
  return agent !== '' && !machines.test(agent) && !/prefetch|prerender/i.test(purpose)
}
