import { randomBytes } from 'node:crypto'
import type { apiKeys } from '#contract/accounts/api-keys.ts'
import { keyLimits } from '#contract/accounts/scopes.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import type { Context } from '#server/platform/context.ts'
import { hashOfKey } from '#server/platform/http/act-key.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countKeys, insertKey } from './api-key-queries.ts'
import { KEY_PREFIX } from './identify-key.ts'
import { presentKey } from './present-key.ts'

const BEGINS = 10

/** Makes a key for another program. What it is made of is answered once and kept as a hash. */
export async function makeKey(
  ctx: Context,
  { name, scopes }: InputOf<typeof apiKeys.make>,
): Promise<OutputOf<typeof apiKeys.make>> {
  const { id } = await callerAccount(ctx)
  const token = `${KEY_PREFIX}${randomBytes(24).toString('base64url')}`
  return ctx.transaction(async ({ db, now }) => {
    if ((await countKeys(db, id)) >= keyLimits.anAccount) throw new Refusal('too_many_keys')
    const row = await insertKey(db, {
      account_id: id,
      name,
      key_hash: hashOfKey(token),
      begins: token.slice(0, BEGINS),
      scopes: [...new Set(scopes)],
      created_at: now,
    })
    return { key: presentKey(row), token }
  })
}
