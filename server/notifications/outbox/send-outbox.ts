import type { MailGateway } from '#server/gateways/mail/mail.ts'
import { push, type VapidKeys } from '#server/gateways/push/push.ts'
import type { SmsGateway } from '#server/gateways/sms/sms.ts'
import { Undeliverable } from '#server/gateways/undeliverable.ts'
import type { Context } from '#server/platform/context.ts'
import { isMailStopped, type Stopped, stoppedNow } from '#server/platform/oversight/switches.ts'
import { businessOf } from '#server/platform/settings.ts'
import type { Attachment } from '#server/notifications/notify.ts'
import {
  CLAIM_MINUTES,
  claimDue,
  forgetSubscription,
  markFailed,
  markStopped,
  type OutboxRow,
  putOff,
  subscriptionById,
  unclaim,
} from './outbox-queries.ts'
import { whyStopped } from '#server/notifications/stops/is-stopped.ts'
import { stopLink } from '#server/notifications/stops/stop-link.ts'
import { stopsOf } from '#server/notifications/stops/stop-queries.ts'
import { markHandedOver, recordHandover, wasHandedOver } from './handed-over.ts'
import { heldUntil } from './quiet-hours.ts'

export type Channels = { mail: MailGateway; sms: SmsGateway; vapid: () => Promise<VapidKeys> }

/** Minutes until the next try, by how often it has failed; after the last one the notice is given up. */
export const backOffMinutes = [1, 2, 5, 15, 60, 240, 720] as const

const AT_ONCE = 50
// What a quick service took within so short a time is marked together; one that takes longer has each marked before the next.
const MARK_MS = 20
// What an operator has stopped waits, and is looked at again.
const STOPPED_MS = 5 * 60_000

/**
 * Sends what is due, each row by one claim; returns how many were claimed. At least once: a notice that a service accepted is
 * sent again, with the same Message-ID, only if the process is killed before the mark (docs/decisions/0090-resilience.md).
 */
export async function sendDue(ctx: Context, channels: Channels): Promise<number> {
  // From an earlier round whose marks failed.
  await markHandedOver(ctx)
  const claimed = await claimDue(ctx.db, ctx.now, AT_ONCE)
  const stopped = await stoppedNow(ctx.database)
  const stops = await stopsOf(
    ctx.db,
    claimed.filter(({ channel }) => channel === 'mail').map(({ address }) => address),
  )
  const late = performance.now() + (CLAIM_MINUTES * 60_000) / 2
  let since = performance.now()
  const mark = async () => {
    await markHandedOver(ctx)
    since = performance.now()
  }
  for (const [n, row] of claimed.entries()) {
    // A slow service must not be at a notice when its claim ends and another process takes it.
    if (performance.now() > late) {
      await unclaim(
        ctx.db,
        claimed.slice(n).map(({ id }) => id),
      )
      break
    }
    if (wasHandedOver(ctx, row)) continue
    const why = row.channel === 'mail' ? whyStopped(row.kind, stops.get(row.address) ?? []) : null
    if (why) {
      await markStopped(ctx.db, row.id, why)
      continue
    }
    const fault = await handOver(ctx, channels, stopped, row).then(
      (gone) => {
        if (gone) recordHandover(ctx, row, { id: row.id, kept: keeps(ctx, row) ? null : blotted(row) })
      },
      (fault: Error) => fault,
    )
    if (fault) await putBack(ctx, row, fault)
    if (performance.now() - since >= MARK_MS) await mark()
  }
  await mark()
  return claimed.length
}

/** Hands a claimed notice to its service; false where it is put off instead. */
async function handOver(ctx: Context, channels: Channels, stopped: Stopped, row: OutboxRow): Promise<boolean> {
  const until = isSendingStopped(stopped, row) ? new Date(ctx.now.getTime() + STOPPED_MS) : await heldUntil(ctx, row)
  if (until) await putOff(ctx.db, row.id, until)
  else await hand(ctx, channels, row)
  return !until
}

async function putBack(ctx: Context, row: OutboxRow, fault: Error): Promise<void> {
  const wait = fault instanceof Undeliverable ? undefined : backOffMinutes[row.attempts - 1]
  const error = fault.message.split('\n')[0]?.slice(0, 300) ?? ''
  const next = wait === undefined ? null : new Date(ctx.now.getTime() + wait * 60_000)
  await markFailed(ctx.db, row.id, error, ctx.now, next)
}

const isSendingStopped = (stopped: Stopped, { channel, kind, address }: OutboxRow): boolean =>
  channel === 'mail'
    ? stopped.has(`mails ${kind}`) || isMailStopped(stopped, address)
    : channel === 'sms' && stopped.has('sms')

async function hand(ctx: Context, { mail, sms, vapid }: Channels, row: OutboxRow): Promise<void> {
  if (row.channel === 'mail') {
    const { supportEmail } = await businessOf(ctx.database, ctx.env)
    const stop = await stopLink(ctx.database, ctx.env, row)
    return mail.send({
      to: { name: '', address: row.address },
      from: { name: 'Primp', address: ctx.env.MAIL_FROM },
      ...(supportEmail ? { replyTo: { name: '', address: supportEmail } } : {}),
      subject: row.subject,
      text: row.body,
      html: row.html ?? '',
      messageId: row.message_id,
      ...(stop ? { stop } : {}),
      attachments: (row.attachments ?? []) as unknown as Attachment[],
    })
  }
  if (row.channel === 'sms') return sms.send({ to: row.address, text: row.body })
  const to = await subscriptionById(ctx.db, row.address)
  if (!to) throw new Undeliverable('that browser listens no more')
  try {
    await push({ endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } }, row.body, {
      keys: await vapid(),
      contact: `mailto:${ctx.env.MAIL_FROM}`,
    })
  } catch (fault) {
    if (fault instanceof Undeliverable) await forgetSubscription(ctx.db, row.address)
    throw fault
  }
}

// Where the outbox is the only place to read a mail, it stays whole.
const keeps = ({ env }: Context, { channel, secret }: OutboxRow): boolean =>
  !secret || (channel === 'mail' && (env.MAIL ?? 'outbox') === 'outbox')

/** Whether a mail that let somebody in has gone, and with it the way in. */
export const isBlotted = (mail: Pick<OutboxRow, 'subject' | 'body'>): boolean => mail.body === blotted(mail).body

/** What is kept of a mail that let somebody in, once it has gone: that it was sent, not the way in. */
const blotted = ({ subject }: Pick<OutboxRow, 'subject'>): { subject: string; body: string } => ({
  subject: subject.replace(/\d{6}/g, '••••••'),
  body: 'This mail held a link or a code that lets somebody in. It is not kept.',
})
