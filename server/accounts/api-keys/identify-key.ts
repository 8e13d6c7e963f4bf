import type { PartnerScope, Scope } from '#contract/accounts/scopes.ts'
import type { Database } from '#db/database.ts'
import { knownSession, rememberSession } from '#server/accounts/sessions/session-cache.ts'
import type { Identity } from '#server/platform/context.ts'
import { hashOfKey } from '#server/platform/http/act-key.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type KeyOwner, markUsed, ownerOfKey } from './api-key-queries.ts'
import { KEY_PREFIX } from './new-token.ts'

const SEEN_MS = 5 * 60_000

/** Whether what a caller shows is a key rather than the token of a session. */
export const isApiKey = (token: string): boolean => token.startsWith(KEY_PREFIX)

/** Who a key stands for: its artist, in nothing that asks for them in person and never as an operator; or its partner. An end anywhere is heard within a second. */
export async function identifyKey(database: Database, token: string, now: Date): Promise<Identity> {
  const known = knownSession(database, token, now)
  if (known) return known
  const key = await ownerOfKey(database.fresh, hashOfKey(token), now)
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
    key: { id: key.keyId, scopes: scopesOf(key), partnerId: key.partnerId, aMinute: key.aMinute },
  }
  const until = new Date(Math.min(now.getTime() + SEEN_MS, key.endsAt?.getTime() ?? Number.POSITIVE_INFINITY))
  rememberSession(database, token, identity, until)
  return identity
}

// What a partner may not see any more none of its keys opens.
const scopesOf = ({ scopes, mostScopes }: KeyOwner): (Scope | PartnerScope)[] =>
  (mostScopes ? scopes.filter((scope) => mostScopes.includes(scope)) : scopes) as (Scope | PartnerScope)[]
