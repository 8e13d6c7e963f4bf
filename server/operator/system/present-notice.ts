import type { OperatorNotice } from '#contract/operator/system.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { noticeRow, type NoticeRow } from './system-queries.ts'

const due = ['waiting', 'failed']

/** Whether a way in may be read: only where mail goes nowhere but into this table. */
export const readable = (ctx: Context, { secret, channel }: Pick<NoticeRow, 'secret' | 'channel'>) =>
  !secret || (channel === 'mail' && (ctx.env.MAIL ?? 'outbox') === 'outbox')

/** A notice as operators see it, without the code that lets somebody in. */
export const presentNotice = (ctx: Context, row: NoticeRow): OperatorNotice => ({
  id: row.id,
  channel: row.channel as OperatorNotice['channel'],
  kind: row.kind,
  address: row.address,
  subject: readable(ctx, row) ? row.subject : row.subject.replace(/\d{6}/g, '••••••'),
  state: row.state as OperatorNotice['state'],
  attempts: row.attempts,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  nextAt: due.includes(row.state) ? row.next_at.toISOString() : null,
  sentAt: row.sent_at?.toISOString() ?? null,
  sample: row.sample,
})

/** A notice by its id, or the refusal that there is none. */
export async function noticeOf(ctx: Context, id: string): Promise<NoticeRow> {
  const row = await noticeRow(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return row
}
