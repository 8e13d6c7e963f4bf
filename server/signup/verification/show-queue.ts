import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { verification } from '#contract/signup/verification.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchVerificationQueue, queueCounts } from './verification-queries.ts'
import { presentRow } from './queue.ts'

/** Lists the verification queue behind one tab, with the counts of all tabs. */
export async function showQueue(
  ctx: Context,
  { tab, cursor, limit }: InputOf<typeof verification.queue>,
): Promise<OutputOf<typeof verification.queue>> {
  const { rows, nextCursor } = await fetchVerificationQueue(ctx.db, tab, { cursor, size: limit })
  return { rows: rows.map((row) => presentRow(row, ctx.now)), counts: await queueCounts(ctx.db), nextCursor }
}
