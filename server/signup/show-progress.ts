import type { Progress } from '#contract/signup/signup.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { callerOf, readStanding } from './standing.ts'

/** Where the caller stands in the twelve steps. */
export async function showProgress(ctx: Context): Promise<Progress> {
  const catalog = await catalogOf(ctx.database)
  return (await readStanding(ctx.db, catalog, callerOf(ctx))).progress
}
