import type { Context } from '#server/platform/context.ts'
import { forgetPast } from '#server/accounts/own-account/own-data-queries.ts'

/** Deletes links, copies of data and sessions whose time has passed. */
export const forgetPastLinks = (ctx: Context): Promise<void> => forgetPast(ctx.db, ctx.now)
