import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { noticeBody } from './system-queries.ts'
import { presentNotice, readable, noticeOf } from './present-notice.ts'

/** One notice as sent. */
export async function showNotice(
  ctx: Context,
  { noticeId }: InputOf<typeof operatorSystem.notice>,
): Promise<OutputOf<typeof operatorSystem.notice>> {
  const row = await noticeOf(ctx, noticeId)
  const { body, html } = await noticeBody(ctx.db, noticeId)
  await recordAccess(ctx, { what: 'notice', subjectId: row.id, of: [row.account_id] })
  const open = readable(ctx, row)
  return {
    notice: presentNotice(ctx, row),
    body: open ? body : 'This mail holds a link or a code that lets somebody in. Only its reader sees it.',
    html: open ? html : null,
  }
}
