import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { subscribe } from '#server/platform/live/subscribe.ts'
import type { Invalidation } from './subjects.ts'

const pagesChanged = 'pages_changed'

export type PageNews = Pick<Invalidation, 'gone' | 'old'>

/** Publishes invalidated pages to all processes after commit. Database triggers publish artist changes. */
export async function publishPageChange(ctx: Context, news: PageNews): Promise<void> {
  await sql`select pg_notify(${pagesChanged}, ${JSON.stringify(news)})`.execute(ctx.db)
}

type Listener = (news: readonly Invalidation[]) => void

// Notifications of many artists are batched.
const GATHER_MS = 250
const MOST = 2_000
// Repeats once cached settings (one second) and replicas have caught up.
const AGAIN_MS = 1_500

const gathering = new WeakMap<Database, Set<Listener>>()

/** Subscribes to invalidations in batches. Missed notifications invalidate everything. */
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

/** Batches notifications and delivers them once no replica lags behind. */
function gatherer(heard: Listener, { following }: Database): (news: Invalidation) => void {
  let waiting = new Map<string, Invalidation>()
  return (news) => {
    if (waiting.size === 0) {
      setTimeout(async () => {
        const told = waiting.size > MOST ? [{ all: true }] : [...waiting.values()]
        waiting = new Map()
        // Renewed pages must include the notified changes, even from a replica.
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
