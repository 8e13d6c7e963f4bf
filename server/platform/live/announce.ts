import { sql } from 'kysely'
import { retryForLocks } from '#db/postgres/lock-retries.ts'
import { purgeLog } from '#server/platform/log-partitions.ts'
import type { Context } from '#server/platform/context.ts'
import { runInBackground } from '#server/platform/work/background-work.ts'
import type { Database } from '#db/database.ts'
import { numberLiveEvents } from './live-queries.ts'

type LiveEventInput = {
  /** Audience: `account:<id>`, `search:<id>`, `appointment:<id>`. */
  to: readonly string[]
  kind: string
  ref?: string
}

/** Publishes an event to open pages after the caller's transaction commits. */
export const announceEvent = (ctx: Context, happening: LiveEventInput): Promise<void> =>
  announceEvents(ctx, [happening])

export async function announceEvents(ctx: Context, happenings: readonly LiveEventInput[]): Promise<void> {
  const rows = happenings
    .map(({ to, kind, ref = '' }) => ({ audience: [...new Set(to)], kind, ref, at: ctx.now }))
    .filter(({ audience }) => audience.length > 0)
  if (rows.length === 0) return
  await ctx.db.insertInto('live_event_queue').values(rows).execute()
  publishAfterCommit(ctx)
}

export const publishAfterCommit = (ctx: Context): void => ctx.afterCommit(() => runInBackground(ctx, 'number-events'))

export const deleteOldLiveEvents = (ctx: Context): Promise<void> =>
  retryForLocks(() =>
    ctx.transaction(({ db, now }) =>
      purgeLog(db, 'live_event', { before: new Date(now.getTime() - 86_400_000), isKept: sql`false` }),
    ),
  )

const MOST_AT_ONCE = 500

export async function numberEvents(database: Database): Promise<void> {
  while ((await numberLiveEvents(database.counts, MOST_AT_ONCE)) >= MOST_AT_ONCE);
}
