import type { ApiKey, apiKeys } from '#contract/accounts/api-keys.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { getCallerAccount } from './caller.ts'
import type { Context, Identity } from '#server/platform/context.ts'
import * as queries from './api-keys.queries.ts'
import {
  type ApiKeyRow,
  countKeys,
  insertKey,
  type KeyOwner,
  listKeysOf,
  markUsed,
  findOwnerOfKey,
} from './api-keys.queries.ts'
import { keyLimits, type PartnerScope, type Scope } from '#contract/accounts/scopes.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { randomBytes } from 'node:crypto'
import { hashOfKey } from '#server/platform/http/act-key.ts'
import { invalidateSessions, getCachedSession, cacheSession } from './session-cache.ts'
import type { Database } from '#db/database.ts'

export async function listKeys(ctx: Context): Promise<OutputOf<typeof apiKeys.list>> {
  const { id } = await getCallerAccount(ctx)
  return { keys: (await listKeysOf(ctx.db, id)).map(presentKey) }
}

const presentKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  begins: row.begins,
  scopes: row.scopes as Scope[],
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export async function createApiKey(
  ctx: Context,
  { name, scopes }: InputOf<typeof apiKeys.create>,
): Promise<OutputOf<typeof apiKeys.create>> {
  const { id } = await getCallerAccount(ctx)
  const { token, kept } = createApiToken()
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

/** Prefix of all keys, so that secret scanners recognise leaks. */
const KEY_PREFIX = 'primp_'
/** Continues the prefix of a sandbox key, so that a person sees which kind it is. */
const SANDBOX = 'test_'
const SHOWN_LETTERS = 4

export function createApiToken(isSandbox = false): { token: string; kept: { key_hash: Buffer; begins: string } } {
  const prefix = isSandbox ? `${KEY_PREFIX}${SANDBOX}` : KEY_PREFIX
  const token = `${prefix}${randomBytes(24).toString('base64url')}`
  return { token, kept: { key_hash: hashOfKey(token), begins: token.slice(0, prefix.length + SHOWN_LETTERS) } }
}

/** Other processes reject the key within a second. */
export async function endKey(
  ctx: Context,
  { keyId }: InputOf<typeof apiKeys.end>,
): Promise<OutputOf<typeof apiKeys.end>> {
  const { id } = await getCallerAccount(ctx)
  if (!(await queries.endKey(ctx.db, id, keyId, ctx.now))) throw new Refusal('not_found')
  invalidateSessions(ctx.database, id)
  return { ended: true }
}

const SEEN_MS = 5 * 60_000

export const isApiKey = (token: string): boolean => token.startsWith(KEY_PREFIX)

/**
 * Returns the identity of a key: a partner, or an artist without operator roles and person-only calls. Revocations in
 * another process apply within a second.
 */
export async function identifyApiKey(database: Database, token: string, now: Date): Promise<Identity> {
  const known = getCachedSession(database, token, now)
  if (known) return known
  const key = await findOwnerOfKey(database.fresh, hashOfKey(token), now)
  if (!key) throw new Refusal('key_unknown')
  if (key.suspendedAt) throw new Refusal('suspended')
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > SEEN_MS)
    await markUsed(database.counts, key.keyId, now)
  const identity = {
    accountId: key.accountId,
    roles: key.partnerId ? ['partner'] : (key.roles ?? []).filter((role) => role !== 'operator'),
    duties: [],
    sessionId: null,
    actorId: null,
    provenAt: null,
    strong: false,
    key: {
      id: key.keyId,
      scopes: scopesOf(key),
      partnerId: key.partnerId,
      aMinute: key.aMinute,
      sandbox: key.isSandbox,
    },
  }
  const until = new Date(Math.min(now.getTime() + SEEN_MS, key.endsAt?.getTime() ?? Number.POSITIVE_INFINITY))
  cacheSession(database, token, identity, until)
  return identity
}

// A scope withdrawn from a partner is withdrawn from all its keys.
const scopesOf = ({ scopes, mostScopes }: KeyOwner): (Scope | PartnerScope)[] =>
  (mostScopes ? scopes.filter((scope) => mostScopes.includes(scope)) : scopes) as (Scope | PartnerScope)[]
