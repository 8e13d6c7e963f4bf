import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { OperatorNotice, operatorSystem } from '#contract/operator/system.ts'
import {
  countFailedNoticesSince,
  unblockNotice,
  notify,
  sendAgain,
  getSender,
  getTextBudget,
} from '#server/notifications/index.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchNotices, getNoticeBody, findNoticeRow, type NoticeRow } from './system.queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listOperatorsToNotify } from '#server/accounts/index.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'

export async function listOutbox(
  ctx: Context,
  input: InputOf<typeof operatorSystem.outbox>,
): Promise<OutputOf<typeof operatorSystem.outbox>> {
  const { rows, nextCursor } = await fetchNotices(ctx.db, {
    ...input,
    waysIn: readable(ctx, { secret: true, channel: 'mail' }),
  })
  await recordAccess(ctx, { what: 'notices', of: rows.map((row) => row.account_id) })
  const texts = await getTextBudget(ctx.db, ctx.now)
  return { notices: rows.map((row) => presentNotice(ctx, row)), nextCursor, texts }
}

export async function getNotice(
  ctx: Context,
  { noticeId }: InputOf<typeof operatorSystem.notice>,
): Promise<OutputOf<typeof operatorSystem.notice>> {
  const row = await noticeOf(ctx, noticeId)
  const { body, html } = await getNoticeBody(ctx.db, noticeId)
  await recordAccess(ctx, { what: 'notice', subjectId: row.id, of: [row.account_id] })
  const open = readable(ctx, row)
  return {
    notice: presentNotice(ctx, row),
    body: open ? body : 'This email contains a login link or code. Only its recipient can see it.',
    html: open ? html : null,
  }
}

const due = ['waiting', 'failed']

/** Sign-in secrets may be shown only if the outbox is the only mailbox. */
const readable = (ctx: Context, { secret, channel }: Pick<NoticeRow, 'secret' | 'channel'>) =>
  !secret || (channel === 'mail' && (ctx.env.MAIL ?? 'outbox') === 'outbox')

const presentNotice = (ctx: Context, row: NoticeRow): OperatorNotice => ({
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

async function noticeOf(ctx: Context, id: string): Promise<NoticeRow> {
  const row = await findNoticeRow(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const resendNotice = (
  ctx: Context,
  { noticeId, reason }: InputOf<typeof operatorSystem.resend>,
): Promise<OutputOf<typeof operatorSystem.resend>> =>
  ctx.transaction(async (inner) => {
    await sendAgain(inner, noticeId, reason)
    return { notice: presentNotice(inner, await noticeOf(inner, noticeId)) }
  })

export const unblockMail = (
  ctx: Context,
  { noticeId, reason }: InputOf<typeof operatorSystem.unblock>,
): Promise<OutputOf<typeof operatorSystem.unblock>> =>
  ctx.transaction(async (inner) => {
    await unblockNotice(inner, noticeId, reason)
    return { notice: presentNotice(inner, await noticeOf(inner, noticeId)) }
  })

const HOUR_MS = 3_600_000

/** At most hourly. */
export async function notifyOutboxFailing(ctx: Context): Promise<void> {
  const since = new Date(ctx.now.getTime() - HOUR_MS)
  const lost = await countFailedNoticesSince(ctx, since)
  if (!lost.length) return
  const [sender, operators] = [await getSender(ctx), await listOperatorsToNotify(ctx.db)]
  const values = { n: lost.reduce((sum, { n }) => sum + n, 0), channel: lost.map(({ channel }) => channel).join(', ') }
  await ctx.transaction(async (inner) => {
    for (const { id, email, name, country_code } of operators) {
      await notify(inner, sender, {
        kind: 'op.outbox.failing',
        to: { email, name, accountId: id, country: country_code },
        values,
        path: '/operator/outbox?state=given_up',
        fact: `outbox failing ${id} ${ctx.now.toISOString().slice(0, 13)}`,
      })
    }
  })
}

/** Raises an alarm, and sends one mail a day. */
export async function notifyTextBudgetSpent(ctx: Context): Promise<void> {
  const { written, budget } = await getTextBudget(ctx.db, ctx.now)
  if (written < budget) return
  const [sender, operators] = [await getSender(ctx), await listOperatorsToNotify(ctx.db)]
  await ctx.transaction(async (tx) => {
    await raiseAlarm(tx, { kind: 'sms.budget', values: { n: written } })
    for (const { id, email, name, country_code } of operators) {
      await notify(tx, sender, {
        kind: 'op.texts.spent',
        to: { email, name, accountId: id, country: country_code },
        values: { n: written },
        path: '/operator/outbox?channel=sms',
        fact: `texts spent ${id} ${ctx.now.toISOString().slice(0, 10)}`,
      })
    }
  })
}
