import type { OutputOf } from '#contract/endpoint.ts'
import type { ownAppeals } from '#contract/signup/appeals/appeals.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/index.ts'
import { presentOwnAppeals } from './present-appeal.ts'

/** The caller's appeals, and what they may appeal against. */
export async function showOwnAppeals(ctx: Context): Promise<OutputOf<typeof ownAppeals.show>> {
  const catalog = await catalogOf(ctx.database)
  return presentOwnAppeals(ctx, catalog, await ownProvider(ctx))
}
