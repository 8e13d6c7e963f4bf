import type { Minor } from '#contract/money.ts'
import type { Mode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { buildActsPart, deleteAct, upsertActs } from './acts.queries.ts'
import type { ActState } from './cards.ts'

/** The state of a search with one provider: requested, offered or booked. */
export type NewAct = {
  searchId: string
  providerId: string
  state: ActState
  /** The mode of the request; the other list shows nothing then. */
  mode?: Mode | undefined
  quoteId?: string | undefined
  totalMinor?: Minor | undefined
  depositMinor?: Minor | undefined
  /** When it expires. */
  until?: Date | undefined
  /** Offered for a time other than the requested one. */
  otherTime?: boolean | undefined
}

/** Sets the state shown on the quotes page; open pages are notified after commit. */
export const setAct = (ctx: Context, act: NewAct) => setActs(ctx, [act])
/** Builds the update as part of a larger statement. */
export const buildActUpdate = (ctx: Context, act: NewAct) => buildActsPart(ctx.db, [act], ctx.now)
/** Batch version of `setAct`. */
export const setActs = (ctx: Context, acts: readonly NewAct[]) => upsertActs(ctx.db, acts, ctx.now)

/** Removes the state, so that the provider can be requested again. */
export const clearAct = (ctx: Context, searchId: string, providerId: string) => deleteAct(ctx.db, searchId, providerId)
