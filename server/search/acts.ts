import type { Minor } from '#contract/money.ts'
import type { Mode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { buildActsPart, deleteAct, upsertActs } from './acts.queries.ts'
import type { ActState } from './cards.ts'

/** What has been asked, offered, booked on a search with one provider. */
export type NewAct = {
  searchId: string
  providerId: string
  state: ActState
  /** Which way it was asked; nothing is said of the other list then. */
  mode?: Mode | undefined
  quoteId?: string | undefined
  totalMinor?: Minor | undefined
  depositMinor?: Minor | undefined
  /** Until when it waits or stands. */
  until?: Date | undefined
  /** Offered for another time than the one asked for. */
  otherTime?: boolean | undefined
}

/** Says on the quotes page what has been done on a search with this provider; pages that are open hear of it once it is committed. */
export const setAct = (ctx: Context, act: NewAct) => setActs(ctx, [act])
/** The same as a part of a statement that does more. */
export const buildActUpdate = (ctx: Context, act: NewAct) => buildActsPart(ctx.db, [act], ctx.now)
/** The same of several searches at once. */
export const setActs = (ctx: Context, acts: readonly NewAct[]) => upsertActs(ctx.db, acts, ctx.now)

/** Takes it off again: the provider can be asked anew. */
export const clearAct = (ctx: Context, searchId: string, providerId: string) => deleteAct(ctx.db, searchId, providerId)
