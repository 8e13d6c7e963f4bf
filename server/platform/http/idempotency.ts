import { createHash, randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

// A process that died while it worked leaves its key without an answer: whoever comes after a minute takes it over, one of them.
const DEAD_MS = 60_000

/** A key that this call works under, and no other call meanwhile. */
export type Claim = { owner: string; key: string; claim: string }

/** A key and what was asked under it. */
export type IdempotentCall = { owner: string; key: string; fingerprint: string }

export function buildIdempotentCall(ctx: Context, key: string, endpoint: Endpoint, input: unknown): IdempotentCall {
  const owner = ctx.viewer.accountId ?? ctx.viewer.visitorHash?.toString('base64url') ?? ctx.address
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([endpoint.method, endpoint.path, input]))
    .digest('hex')
  return { owner, key: key.slice(0, 200), fingerprint }
}

/** Keeps the answer of an act under a key that nobody has claimed: a column of the act's only statement, or of the last of its transaction. The act is undone where the same key has had its answer. Waits for another act under the key that is about to be committed. */
export const answerKeeping = (
  { owner, key, fingerprint }: IdempotentCall,
  answer: object,
  now: Date,
): RawBuilder<unknown> =>
  sql`save_idempotent_response(${owner}, ${key}, ${fingerprint}, ${JSON.stringify(answer)}::jsonb, ${now}::timestamptz, ${new Date(now.getTime() - DEAD_MS)}::timestamptz)`

/** The answer that was kept under a key, or null; refuses as `claimKey` does. */
export async function answerKept(db: Db, asked: IdempotentCall, now: Date): Promise<object | null> {
  const known = await knownKey(db, asked)
  if (!known) return null
  if (known.fingerprint !== asked.fingerprint) throw new Refusal('idempotency_mismatch')
  if (known.body === null && known.created_at.getTime() > now.getTime() - DEAD_MS) throw new Refusal('request_running')
  return known.body as object | null
}

const knownKey = (db: Db, { owner, key }: Pick<IdempotentCall, 'owner' | 'key'>) =>
  db.selectFrom('idempotency').selectAll().where('owner', '=', owner).where('key', '=', key).executeTakeFirst()

/** Claims the key of a call, or finds the answer that its act has left: same key and body only, kept for 24 hours. Refuses `idempotency_mismatch` for another body and `request_running` while the first still works. */
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

/** Stores the answer of an act in the act's own transaction; refuses, and so undoes the act, where another call has taken the key over meanwhile. */
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

/** Lets go of a key whose act did not come about; an answer that stands is left alone. */
export async function releaseKey(db: Db, { owner, key, claim }: Claim): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .where('body', 'is', null)
    .execute()
}
