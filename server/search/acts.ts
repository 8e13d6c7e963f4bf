import type { Minor } from '#contract/money.ts'
import type { Mode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { buildActsPart, deleteAct, upsertActs } from './acts.queries.ts'
import type { ActState } from './cards.ts'

export type NewAct = {
  searchId: string
  providerId: string
  state: ActState
  mode?: Mode | undefined
  quoteId?: string | undefined
  totalMinor?: Minor | undefined
  depositMinor?: Minor | undefined
  until?: Date | undefined
  otherTime?: boolean | undefined
}

export const setAct = (ctx: Context, act: NewAct) => setActs(ctx, [act])
export const buildActUpdate = (ctx: Context, act: NewAct) => buildActsPart(ctx.db, [act], ctx.now)
export const setActs = (ctx: Context, acts: readonly NewAct[]) => upsertActs(ctx.db, acts, ctx.now)

/** Removes the state, so that the customer can request the provider again. */
export const clearAct = (ctx: Context, searchId: string, providerId: string) => deleteAct(ctx.db, searchId, providerId)
