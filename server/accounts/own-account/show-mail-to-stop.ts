import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { meantByKey } from './meant-by-key.ts'

/** What a key would end, for its page to say beforehand. */
export async function showMailToStop(
  ctx: Context,
  { key }: InputOf<typeof own.mailToStop>,
): Promise<OutputOf<typeof own.mailToStop>> {
  const { group } = await meantByKey(ctx, key)
  return { group }
}
