import { createHash, randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

// A process that died while it worked leaves its key without an answer: whoever comes after a minute takes it over, one of them.
const DEAD_MS = 60_000

/** A key that this call works under, and no other call meanwhile. */
export type Claim = { owner: string; key: string; claim: string }

/** Claims the key of a call, or finds the answer that its act has left: same key and body only, kept for 24 hours. Refuses `idempotency_mismatch` for another body and `request_running` while the first still works. */
export async function claimKey(
  ctx: Context,
  key: string,
  endpoint: Endpoint,
  input: unknown,
): Promise<{ claim: Claim } | { answer: object }> {
  const owner = ctx.viewer.accountId ?? ctx.viewer.visitorHash?.toString('base64url') ?? ctx.address
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([endpoint.method, endpoint.path, input]))
    .digest('hex')
  const claim = { owner, key: key.slice(0, 200), claim: randomUUID() }
  const first = await ctx.db
    .insertInto('idempotency')
    .values({ ...claim, fingerprint, created_at: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (first) return { claim }
  const known = await ctx.db
    .selectFrom('idempotency')
    .selectAll()
    .where('owner', '=', owner)
    .where('key', '=', claim.key)
    .executeTakeFirst()
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
