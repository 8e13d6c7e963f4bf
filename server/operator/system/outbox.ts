import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { OperatorNotice, operatorSystem } from '#contract/operator/system.ts'
import { sendAgain } from '#server/notifications/outbox/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { noticeBody, noticeRow, type NoticeRow, noticesPage } from './system-queries.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'

const due = ['waiting', 'failed']

/** Whether a way in may be read: only where mail goes nowhere but into this table. */
const readable = (ctx: Context, { secret, channel }: Pick<NoticeRow, 'secret' | 'channel'>) =>
  !secret || (channel === 'mail' && (ctx.env.MAIL ?? 'outbox') === 'outbox')

const present = (ctx: Context, row: NoticeRow): OperatorNotice => ({
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

/** Notices, newest first. */
export async function listOutbox(
  ctx: Context,
  input: InputOf<typeof operatorSystem.outbox>,
): Promise<OutputOf<typeof operatorSystem.outbox>> {
  const { page, nextCursor } = paged(
    await noticesPage(ctx.db, {
      ...input,
      waysIn: readable(ctx, { secret: true, channel: 'mail' }),
      after: readCursor(input.cursor, uuids),
    }),
  )
  return { notices: page.map((row) => present(ctx, row)), nextCursor }
}

async function rowOf(ctx: Context, id: string): Promise<NoticeRow> {
  const row = await noticeRow(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** One notice as sent. */
export async function showNotice(
  ctx: Context,
  { noticeId }: InputOf<typeof operatorSystem.notice>,
): Promise<OutputOf<typeof operatorSystem.notice>> {
  const row = await rowOf(ctx, noticeId)
  const { body, html } = await noticeBody(ctx.db, noticeId)
  const open = readable(ctx, row)
  return {
    notice: present(ctx, row),
    body: open ? body : 'This mail holds a link or a code that lets somebody in. Only its reader sees it.',
    html: open ? html : null,
  }
}

/** Sends a notice again. */
export const resendNotice = (
  ctx: Context,
  { noticeId, reason }: InputOf<typeof operatorSystem.resend>,
): Promise<OutputOf<typeof operatorSystem.resend>> =>
  ctx.transaction(async (inner) => {
    await sendAgain(inner, noticeId, reason)
    return { notice: present(inner, await rowOf(inner, noticeId)) }
  })
