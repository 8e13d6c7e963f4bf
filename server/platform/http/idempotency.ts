import { createHash, randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

// After this time without a response, one retry takes over the key of a dead process.
const DEAD_MS = 60_000

export type Claim = { owner: string; key: string; claim: string }

export type IdempotentCall = { owner: string; key: string; fingerprint: string }

export function buildIdempotentCall(ctx: Context, key: string, endpoint: Endpoint, input: unknown): IdempotentCall {
  const { accountId, key: apiKey, visitorHash } = ctx.viewer
  const owner = accountId ?? apiKey?.partnerId ?? visitorHash?.toString('base64url') ?? ctx.address
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([endpoint.method, endpoint.path, input]))
    .digest('hex')
  return { owner, key: key.slice(0, 200), fingerprint }
}

/**
 * Builds the column that stores the response of an act under a key, in its only or last statement. Rolls back if the
 * key already has a response. Waits for a concurrent transaction with the same key.
 */
export const answerKeeping = (
  { owner, key, fingerprint }: IdempotentCall,
  answer: object,
  now: Date,
): RawBuilder<unknown> =>
  sql`save_idempotent_response(${owner}, ${key}, ${fingerprint}, ${JSON.stringify(answer)}::jsonb, ${now}::timestamptz, ${new Date(now.getTime() - DEAD_MS)}::timestamptz)`

/** Returns the stored response of a key, or null. Throws as `claimKey` does. */
export async function answerKept(db: Db, asked: IdempotentCall, now: Date): Promise<object | null> {
  const known = await knownKey(db, asked)
  if (!known) return null
  if (known.fingerprint !== asked.fingerprint) throw new Refusal('idempotency_mismatch')
  if (known.body === null && known.created_at.getTime() > now.getTime() - DEAD_MS) throw new Refusal('request_running')
  return known.body as object | null
}

const knownKey = (db: Db, { owner, key }: Pick<IdempotentCall, 'owner' | 'key'>) =>
  db.selectFrom('idempotency').selectAll().where('owner', '=', owner).where('key', '=', key).executeTakeFirst()

/**
 * Claims the key of a call, or returns the response stored for the same body in the last 24 hours. Throws
 * `idempotency_mismatch` for another body and `request_running` while the first call is in progress.
 */
export async function claimKey(
  ctx: Context,
  key: string,
  endpoint: Endpoint,
  input: unknown,
): Promise<{ claim: Claim } | { answer: object }> {
  const { owner, key: kept, fingerprint } = buildIdempotentCall(ctx, key, endpoint, input)
  const claim = { owner, key: kept, claim: randomUUID() }
  const first = await ctx.db
    .insertInto('idempotency')
    .values({ ...claim, fingerprint, created_at: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (first) return { claim }
  const known = await knownKey(ctx.db, claim)
  if (known?.fingerprint !== fingerprint) throw new Refusal('idempotency_mismatch')
  if (known.body !== null) return { answer: known.body as object }
  const taken = await ctx.db
    .updateTable('idempotency')
    .set({ created_at: ctx.now, claim: claim.claim })
    .where('owner', '=', owner)
    .where('key', '=', claim.key)
    .where('body', 'is', null)
    .where('created_at', '<', new Date(ctx.now.getTime() - DEAD_MS))
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) throw new Refusal('request_running')
  return { claim }
}

/** Stores the response in the act's transaction. Throws, and so rolls back, if another call has taken over the key. */
export async function storeAnswer(db: Db, { owner, key, claim }: Claim, answer: object): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency')
    .set({ status: 200, body: JSON.stringify(answer) })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .where('body', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('request_running')
}

/** Releases the key of a failed act. A stored response is unchanged. */
export async function releaseKey(db: Db, { owner, key, claim }: Claim): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .where('body', 'is', null)
    .execute()
}
