import type { factors } from '#contract/accounts/factors.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { renamePasskey } from './factor-queries.ts'

/** Calls one of the caller's passkeys something else. */
export async function namePasskey(
  ctx: Context,
  { passkeyId, name }: InputOf<typeof factors.namePasskey>,
): Promise<{ done: true }> {
  const { id } = await callerAccount(ctx)
  if (!(await renamePasskey(ctx.db, id, passkeyId, name))) throw new Refusal('not_found')
  return { done: true }
}
