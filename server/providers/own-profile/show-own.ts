import type { OwnProfile } from '#contract/providers/own-profile.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { providerOfAccount } from '#server/providers/queries.ts'
import { callerOf, presentOwn } from './own-profile.ts'

/** The caller's own profile. */
export async function showOwn(ctx: Context): Promise<OwnProfile> {
  const catalog = await catalogOf(ctx.database)
  const row = await providerOfAccount(ctx.db, callerOf(ctx))
  if (!row) throw new Refusal('not_found')
  return presentOwn(ctx.db, catalog, row)
}
