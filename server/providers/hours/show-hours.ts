import type { ProviderHours } from '#contract/providers/hours.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/own-provider.ts'
import { presentHours } from './own-hours.ts'

/** When the caller works. */
export const showHours = async (ctx: Context): Promise<ProviderHours> =>
  presentHours(ctx, await catalogOf(ctx.database), await ownProvider(ctx))
