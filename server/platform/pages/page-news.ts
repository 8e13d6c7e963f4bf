import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { subscribe } from '#server/platform/live/subscribe.ts'
import type { Invalidation } from './subjects.ts'

const pagesChanged = 'pages_changed'

/** Which kept pages are not true any more: these at once; those whose path begins so soon after. */
export type PageNews = Pick<Invalidation, 'gone' | 'old'>

/** Tells every process that pages have changed, once the caller's transaction is committed; what changes of an artist is told by the database itself. */
export async function publishPageChange(ctx: Context, news: PageNews): Promise<void> {
  await sql`select pg_notify(${pagesChanged}, ${JSON.stringify(news)})`.execute(ctx.db)
}

type Listener = (news: readonly Invalidation[]) => void

// News of many artists come as many words: they are heard together.
const GATHER_MS = 250
const MOST = 2_000
// A setting or a catalogue that was being read when the change was committed is read again by then (both are kept for a
// second), and a primary that could not tell where its log ends may.
const AGAIN_MS = 1_500

const gathering = new WeakMap<Database, Set<Listener>>()

/** Subscribes to what is not true any more, a few times a second at most; everything where something may have been missed. */
export async function subscribeToNews(database: Database, listener: Listener): Promise<() => void> {
  const listeners = gathering.get(database) ?? new Set()
  listeners.add(listener)
  if (!gathering.has(database)) {
    gathering.set(database, listeners)
    const tell = gatherer((news) => {
      for (const one of listeners) one(news)
    }, database)
    await subscribe(
      database,
      pagesChanged,
      (payload) => tell(JSON.parse(payload) as Invalidation),
      () => tell({ all: true }),
    )
  }
  return () => listeners.delete(listener)
}

/** Hands on what comes within a moment as one, once no read shows less than it. */
function gatherer(heard: Listener, { following }: Database): (news: Invalidation) => void {
  let waiting = new Map<string, Invalidation>()
  return (news) => {
    if (waiting.size === 0) {
      setTimeout(async () => {
        const told = waiting.size > MOST ? [{ all: true }] : [...waiting.values()]
        waiting = new Map()
        // Whatever is made anew because of this is made of what has been told, however far behind a replica is.
        const followed = await following?.follow().then(
          () => true,
          () => false,
        )
        heard(told)
        const again = followed === false ? told : told.filter(({ all }) => all)
        if (again.length) setTimeout(() => heard(again), AGAIN_MS).unref()
      }, GATHER_MS).unref()
    }
    const { artists, ...rest } = news
    const key = JSON.stringify(rest)
    const known = waiting.get(key)
    waiting.set(
      key,
      artists && known?.artists ? { ...rest, artists: [...new Set([...known.artists, ...artists])] } : news,
    )
  }
}
