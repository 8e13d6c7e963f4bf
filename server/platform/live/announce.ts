import type { Context } from '#server/platform/context.ts'
import { numberSoon } from './number-events.ts'

export type Happening = {
  /** Who hears of it: `account:<id>`, `search:<id>`, `appointment:<id>`. */
  to: readonly string[]
  /** What happened, in dotted words: `request.answered`. */
  kind: string
  /** What it happened to; whoever hears asks for the rest. */
  ref?: string
}

/** Tells open pages that something happened, once the caller's transaction is committed and not before. */
export async function announce(ctx: Context, { to, kind, ref = '' }: Happening): Promise<void> {
  const audience = [...new Set(to)]
  if (audience.length === 0) return
  await ctx.db.insertInto('live_event').values({ audience, kind, ref, at: ctx.now }).execute()
  ctx.after(() => numberSoon(ctx.database))
}

/** Deletes what happened more than a day ago. */
export const forgetHappenings = (ctx: Context) =>
  ctx.db
    .deleteFrom('live_event')
    .where('at', '<', new Date(ctx.now.getTime() - 86_400_000))
    .execute()
