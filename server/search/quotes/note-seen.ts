import type { Database } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { soon } from '#server/platform/work/soon.ts'
import { keepShown, type Seen } from '#server/search/insights/seen-queries.ts'

// Reading quotes waits for nothing: what was seen in a second is kept together, after the answers.
type Noted = Map<string, Omit<Seen, 'searchId'>>
const noted = new WeakMap<Database, Noted>()
// What could not be kept waits for the next; where that never comes, no more than this does.
const MOST_SEARCHES = 5_000

/** Notes that whoever made a search has read its quotes, how many artists fitted, and who of them stood on the page; kept within a second or two. */
export function noteSeen(ctx: Context, { searchId, found, shown }: Seen): void {
  const all: Noted = noted.get(ctx.database) ?? new Map()
  noted.set(ctx.database, all)
  add(all, searchId, { found, shown })
  soon(ctx, 'quotes-seen')
}

function add(all: Noted, id: string, { found, shown }: Omit<Seen, 'searchId'>): void {
  const known = all.get(id)
  if (known) all.set(id, { found: Math.max(found, known.found), shown: known.shown.length ? known.shown : shown })
  else if (all.size < MOST_SEARCHES) all.set(id, { found, shown })
}

/** Keeps what was noted; what could not be kept is tried with the next. */
export async function keepSeen(ctx: Context): Promise<void> {
  const all = noted.get(ctx.database)
  if (!all?.size) return
  noted.delete(ctx.database)
  try {
    await keepShown(
      ctx.db,
      Array.from(all, ([searchId, seen]) => ({ searchId, ...seen })),
      ctx.now,
    )
  } catch (fault) {
    const since: Noted = noted.get(ctx.database) ?? new Map()
    noted.set(ctx.database, since)
    for (const [id, seen] of all) add(since, id, seen)
    throw fault
  }
}
