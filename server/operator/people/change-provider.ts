import type { ListedProvider } from '#contract/operator/people.ts'
import type { Context } from '#server/platform/context.ts'
import { presentProvider, providerRow } from './present-provider.ts'

/** Changes a provider in one transaction and answers them as they are then. */
export const changeProvider = (
  ctx: Context,
  providerId: string,
  change: (inner: Context) => Promise<void>,
): Promise<{ provider: ListedProvider }> =>
  ctx.transaction(async (inner) => {
    await change(inner)
    return { provider: presentProvider(await providerRow(inner, providerId)) }
  })
