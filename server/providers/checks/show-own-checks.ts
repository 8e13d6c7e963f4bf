import type { OutputOf } from '#contract/endpoint.ts'
import type { ownChecks } from '#contract/providers/checks/own-checks.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/own-provider.ts'
import { presentOwnChecks } from './present-own-checks.ts'

/** What is checked of the caller, and where it stands. */
export async function showOwnChecks(ctx: Context): Promise<OutputOf<typeof ownChecks.show>> {
  const catalog = await catalogOf(ctx.database)
  return presentOwnChecks(ctx, catalog, await ownProvider(ctx))
}
