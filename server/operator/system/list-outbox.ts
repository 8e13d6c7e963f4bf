import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import { textsToday } from '#server/notifications/outbox/door.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchNotices } from './system-queries.ts'
import { presentNotice, readable } from './present-notice.ts'

/** Notices, newest first. */
export async function listOutbox(
  ctx: Context,
  input: InputOf<typeof operatorSystem.outbox>,
): Promise<OutputOf<typeof operatorSystem.outbox>> {
  const { rows, nextCursor } = await fetchNotices(ctx.db, {
    ...input,
    waysIn: readable(ctx, { secret: true, channel: 'mail' }),
  })
  await recordAccess(ctx, { what: 'notices', of: rows.map((row) => row.account_id) })
  const texts = await textsToday(ctx.db, ctx.now)
  return { notices: rows.map((row) => presentNotice(ctx, row)), nextCursor, texts }
}
