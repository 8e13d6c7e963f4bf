import type { Context } from '#server/platform/context.ts'
import { givenUpSince } from './outbox-queries.ts'

/** How many notices were given up since then, by channel. */
export const givenUpLately = (ctx: Context, since: Date): Promise<{ channel: string; n: number }[]> =>
  givenUpSince(ctx.db, since)
