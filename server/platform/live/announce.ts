import type { Context } from '#server/platform/context.ts'
import { runInBackground } from '#server/platform/work/background-work.ts'
import type { Database } from '#db/database.ts'
import { numberLiveEvents } from './live-queries.ts'

type LiveEventInput = {
  /** Who hears of it: `account:<id>`, `search:<id>`, `appointment:<id>`. */
  to: readonly string[]
  /** What happened, in dotted words: `request.answered`. */
  kind: string
  /** What it happened to; whoever hears asks for the rest. */
  ref?: string
}

/** Tells open pages that something happened, once the caller's transaction is committed and not before. */
export const announceEvent = (ctx: Context, happening: LiveEventInput): Promise<void> =>
  announceEvents(ctx, [happening])

/** The same of several things, in their order. */
export async function announceEvents(ctx: Context, happenings: readonly LiveEventInput[]): Promise<void> {
  const rows = happenings
    .map(({ to, kind, ref = '' }) => ({ audience: [...new Set(to)], kind, ref, at: ctx.now }))
    .filter(({ audience }) => audience.length > 0)
  if (rows.length === 0) return
  await ctx.db.insertInto('live_event').values(rows).execute()
  publishAfterCommit(ctx)
}

/** Has what was announced numbered once it is committed, and so told. */
export const publishAfterCommit = (ctx: Context): void => ctx.afterCommit(() => runInBackground(ctx, 'number-events'))

/** Deletes what happened more than a day ago. */
export const deleteOldLiveEvents = (ctx: Context) =>
  ctx.db
    .deleteFrom('live_event')
    .where('at', '<', new Date(ctx.now.getTime() - 86_400_000))
    .execute()

const MOST_AT_ONCE = 500

/** Gives the events that are committed their numbers. */
export async function numberEvents(database: Database): Promise<void> {
  while ((await numberLiveEvents(database.counts, MOST_AT_ONCE)) === MOST_AT_ONCE);
}
