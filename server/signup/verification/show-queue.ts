import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { verification } from '#contract/signup/verification.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Cursor, queueCounts, queuePage, type QueueRow } from './verification-queries.ts'
import { presentRow } from './queue.ts'

/** A page of the verification queue behind one tab. */
export async function showQueue(
  ctx: Context,
  { tab, cursor, limit }: InputOf<typeof verification.queue>,
): Promise<OutputOf<typeof verification.queue>> {
  const found = await queuePage(ctx.db, tab, cursor ? readCursor(cursor) : null, limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => presentRow(row, ctx.now)),
    counts: await queueCounts(ctx.db),
    nextCursor: found.length > limit && last ? writeCursor(last, tab) : null,
  }
}

const writeCursor = (row: QueueRow, tab: string): string =>
  Buffer.from(
    JSON.stringify([
      row.again,
      (tab === 'waiting' ? row.submitted_at : (row.decided_at ?? row.submitted_at)).toISOString(),
      row.id,
    ]),
  ).toString('base64url')

function readCursor(cursor: string): Cursor {
  try {
    const [fixed, at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (
      typeof fixed === 'boolean' &&
      typeof at === 'string' &&
      Number.isFinite(Date.parse(at)) &&
      Number.isSafeInteger(id)
    )
      return { fixed, at: new Date(at).toISOString(), id: id as number }
  } catch {
    // Falls through to the refusal: a cursor is ours or it is not one.
  }
  throw new Refusal('invalid_input', { errors: [{ path: 'cursor', message: 'This page is not known.' }] })
}
