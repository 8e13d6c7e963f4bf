import { lockLimit } from '#server/platform/http/limits.ts'
import type { apiKeys } from '#contract/accounts/api-keys.ts'
import { keyLimits } from '#contract/accounts/scopes.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countKeys, insertKey } from './api-key-queries.ts'
import { newToken } from './new-token.ts'
import { presentKey } from './present-key.ts'

/** Makes a key for another program. What it is made of is answered once and kept as a hash. */
export async function makeKey(
  ctx: Context,
  { name, scopes }: InputOf<typeof apiKeys.make>,
): Promise<OutputOf<typeof apiKeys.make>> {
  const { id } = await callerAccount(ctx)
  const { token, kept } = newToken()
  return ctx.transaction(async ({ db, now }) => {
    await lockLimit(db, `keys ${id}`)
    if ((await countKeys(db, id)) >= keyLimits.anAccount) throw new Refusal('too_many_keys')
    const row = await insertKey(db, {
      account_id: id,
      name,
      ...kept,
      scopes: [...new Set(scopes)],
      a_minute: keyLimits.aMinute,
      created_at: now,
    })
    return { key: presentKey(row), token }
  })
}
