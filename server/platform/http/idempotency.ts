import { createHash } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

const DEAD_MS = 60_000

/** Answers a repeated call with what the first one answered: same key and body only, kept for 24 hours. */
export async function withIdempotency<T extends object>(
  ctx: Context,
  key: string,
  endpoint: Endpoint,
  input: unknown,
  run: () => Promise<T>,
): Promise<T> {
  const owner = ctx.viewer.accountId ?? ctx.viewer.visitorHash?.toString('base64url') ?? ctx.address
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([endpoint.method, endpoint.path, input]))
    .digest('hex')
  const of = { owner, key: key.slice(0, 200) }
  const first = await ctx.db
    .insertInto('idempotency')
    .values({ ...of, fingerprint, created_at: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!first) {
    const known = await ctx.db
      .selectFrom('idempotency')
      .selectAll()
      .where('owner', '=', of.owner)
      .where('key', '=', of.key)
      .executeTakeFirst()
    if (known?.fingerprint !== fingerprint) throw new Refusal('idempotency_mismatch')
    if (known.body !== null) return known.body as unknown as T
    // A process that died while it worked leaves its key without an answer: whoever comes after a minute takes it over, one of them.
    const taken = await ctx.db
      .updateTable('idempotency')
      .set({ created_at: ctx.now })
      .where('owner', '=', of.owner)
      .where('key', '=', of.key)
      .where('body', 'is', null)
      .where('created_at', '<', new Date(ctx.now.getTime() - DEAD_MS))
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) throw new Refusal('request_running')
  }
  try {
    const body = await run()
    await ctx.db
      .updateTable('idempotency')
      .set({ status: 200, body: JSON.stringify(body) })
      .where('owner', '=', of.owner)
      .where('key', '=', of.key)
      .execute()
    return body
  } catch (fault) {
    await ctx.db.deleteFrom('idempotency').where('owner', '=', of.owner).where('key', '=', of.key).execute()
    throw fault
  }
}
