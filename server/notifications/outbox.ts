import { type MailGateway, openMail } from '#server/gateways/mail/mail.ts'
import { sendPush, type VapidKeys } from '#server/gateways/push/push.ts'
import { openSms, type SmsGateway } from '#server/gateways/sms/sms.ts'
import { Undeliverable } from '#server/gateways/errors.ts'
import type { Context } from '#server/platform/context.ts'
import { isMailStopped, type ActiveSwitches, getActiveSwitches } from '#server/platform/oversight/switches.ts'
import { getBusiness } from '#server/platform/settings.ts'
import type { Attachment } from './notify.ts'
import {
  CLAIM_MINUTES,
  claimDue,
  deletePushSubscription,
  countFailedNotices,
  isProvenNumber,
  lockNotice,
  markNoticeDue,
  markFailed,
  markSent,
  markStopped,
  findMobile,
  listNoticesById,
  findOldestDue,
  type OutboxRow,
  postponeNotice,
  type SentNotice,
  findSubscriptionById,
  listSubscriptions,
  releaseNotices,
} from './outbox.queries.ts'
import { stopLink, describeMailStop, unsignedStopLink } from './unsubscribe.ts'
import { createBookingLinks } from './mailed-links.ts'
import { deleteStops, listStops } from './unsubscribe.queries.ts'
import { getQuietUntil, getTextBudget } from './text-budget.ts'
import { subscribe } from '#server/platform/live/subscribe.ts'
import { type JobRig, createJobContext } from '#server/platform/jobs.ts'
import { createFaultLog } from '#server/platform/log.ts'
import type { Rig } from '#server/platform/rig.ts'
import { sendWebhooks } from './webhook-deliveries.ts'
import { getVapidKeys } from './push.ts'
import { Gauge } from 'prom-client'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Database } from '#db/database.ts'
import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { notices } from '#contract/notifications/notices.ts'
import { formatTemplate } from '#contract/templates.ts'
import { insertNotices } from './notifications.queries.ts'
import { pushTexts, smsTexts } from '#server/notifications/words/notice-texts.ts'

export type Channels = { mail: MailGateway; sms: SmsGateway; vapid: () => Promise<VapidKeys> }

/** Retry delays in minutes. After the last delay the notification counts as failed. */
export const backOffMinutes = [1, 2, 5, 15, 60, 240, 720] as const

const AT_ONCE = 50
// Within this time, sent notifications are marked in batches; if a send takes longer, the marks are saved before the
// next send.
const MARK_MS = 20
// Stopped notifications are retried after this time.
const STOPPED_MS = 5 * 60_000

/**
 * Sends due notifications, each under a claim. Returns the number claimed. Delivery is at least once: a mail is sent
 * again, with the same Message-ID, only if the process is killed before the mark (docs/decisions/0090-resilience.md), or
 * if the database server crashes within a second after it, because claims and marks do not wait for the disk.
 */
export async function sendDue(ctx: Context, channels: Channels): Promise<number> {
  await markHandedOver(ctx)
  const claimed = await claimDue(ctx.database.counts, ctx.now, AT_ONCE)
  const stopped = await getActiveSwitches(ctx.database)
  const stops = await listStops(
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
    // Stops early if the service is slow, so that no claim expires while a notification is being sent.
    if (performance.now() > late) {
      await releaseNotices(
        ctx.database.counts,
        claimed.slice(n).map(({ id }) => id),
      )
      break
    }
    if (wasHandedOver(ctx, row)) continue
    const why = row.channel === 'mail' ? describeMailStop(row.kind, stops.get(row.address) ?? []) : null
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
    if (fault) await retryLater(ctx, row, fault)
    if (performance.now() - since >= MARK_MS) await mark()
  }
  await mark()
  return claimed.length
}

async function handOver(ctx: Context, channels: Channels, stopped: ActiveSwitches, row: OutboxRow): Promise<boolean> {
  const until = isSendingStopped(stopped, row)
    ? new Date(ctx.now.getTime() + STOPPED_MS)
    : await getQuietUntil(ctx, row)
  if (until) await postponeNotice(ctx.db, row.id, until)
  else await hand(ctx, channels, row)
  return !until
}

async function retryLater(ctx: Context, row: OutboxRow, fault: Error): Promise<void> {
  const wait = fault instanceof Undeliverable ? undefined : backOffMinutes[row.attempts - 1]
  const error = fault.message.split('\n')[0]?.slice(0, 300) ?? ''
  const next = wait === undefined ? null : new Date(ctx.now.getTime() + wait * 60_000)
  await markFailed(ctx.db, row.id, error, ctx.now, next)
}

const isSendingStopped = (stopped: ActiveSwitches, { channel, kind, address }: OutboxRow): boolean =>
  channel === 'mail'
    ? stopped.has(`mails ${kind}`) || isMailStopped(stopped, address)
    : channel === 'sms' && stopped.has('sms')

async function hand(ctx: Context, { mail, sms, vapid }: Channels, row: OutboxRow): Promise<void> {
  if (row.channel === 'mail') {
    const { supportEmail } = await getBusiness(ctx.database, ctx.env)
    const stop = await stopLink(ctx.database, ctx.env, row)
    const withBookingLink = await createBookingLinks(ctx, row)
    const withLinks = (text: string) =>
      withBookingLink(stop ? text.replaceAll(unsignedStopLink(ctx.env.publicUrl), stop) : text)
    return mail.send({
      to: { name: '', address: row.address },
      from: { name: 'Primp', address: ctx.env.MAIL_FROM },
      ...(supportEmail ? { replyTo: { name: '', address: supportEmail } } : {}),
      subject: row.subject,
      text: withLinks(row.body),
      html: withLinks(row.html ?? ''),
      messageId: row.message_id,
      ...(stop ? { stop } : {}),
      attachments: (row.attachments ?? []) as unknown as Attachment[],
    })
  }
  if (row.channel === 'sms') return sms.send({ to: row.address, text: row.body })
  const to = await findSubscriptionById(ctx.db, row.address)
  if (!to) throw new Undeliverable('the browser is no longer subscribed')
  try {
    await sendPush({ endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } }, row.body, {
      keys: await vapid(),
      contact: `mailto:${ctx.env.MAIL_FROM}`,
    })
  } catch (fault) {
    if (fault instanceof Undeliverable) await deletePushSubscription(ctx.db, row.address)
    throw fault
  }
}

// If the outbox is the only mailbox, secrets stay in it.
const keeps = ({ env }: Context, { channel, secret }: OutboxRow): boolean =>
  !secret || (channel === 'mail' && (env.MAIL ?? 'outbox') === 'outbox')

export const isBlotted = (mail: Pick<OutboxRow, 'subject' | 'body'>): boolean => mail.body === blotted(mail).body

const blotted = ({ subject }: Pick<OutboxRow, 'subject'>): { subject: string; body: string } => ({
  subject: subject.replace(/\d{6}/g, '••••••'),
  body: 'This email contained a login link or code, so we do not store it.',
})

const LOOK_MS = 5_000

export const getChannels = ({ env, database }: Pick<Rig, 'env' | 'database'>): Channels => ({
  mail: openMail(env),
  sms: openSms(env),
  vapid: () => getVapidKeys(database),
})

/** Sends new notifications immediately, due ones every few seconds, and webhooks. */
export function startSending(rig: JobRig): () => Promise<void> {
  const faults = createFaultLog(rig.log, 'notices')
  const channels = getChannels(rig)
  const lines = [
    sender(() => sendDue(createJobContext(rig, 'send-outbox'), channels), faults),
    // A separate queue, so that a hanging webhook does not delay mails.
    sender(() => sendWebhooks(createJobContext(rig, 'send-webhooks')), createFaultLog(rig.log, 'webhooks')),
  ]
  const wake = () => {
    for (const line of lines) line.wake()
  }
  const looking = setInterval(wake, LOOK_MS)
  const deaf = subscribe(rig.database, 'outbox_waiting', wake)
  deaf.catch(faults.fault)
  return async () => {
    clearInterval(looking)
    const ended = lines.map((line) => line.stop())
    const stop = await deaf.catch(() => () => {})
    stop()
    await Promise.all(ended)
    channels.mail.close()
  }
}

/** Sends one kind of notification, one run at a time, as long as any is due. */
function sender(send: () => Promise<number>, faults: ReturnType<typeof createFaultLog>) {
  let [running, again, stopped]: [Promise<void> | null, boolean, boolean] = [null, false, false]
  const sendAll = async () => {
    do {
      again = false
      while (!stopped && (await send())) {
        /* until nothing is due */
      }
    } while (again && !stopped)
  }
  return {
    wake: () => {
      if (stopped) return
      again = true
      running ??= sendAll()
        .then(faults.well, faults.fault)
        .finally(() => {
          running = null
        })
    },
    stop: async () => {
      stopped = true
      await running
    },
  }
}

export function watchOutbox({ metrics, database, clock }: Pick<Rig, 'metrics' | 'database' | 'clock'>): void {
  const texts = new Gauge({
    name: 'primp_texts_today',
    help: 'SMS messages sent on this day (UTC), and the daily maximum',
    labelNames: ['of'],
    registers: [metrics.registry],
    async collect() {
      const today = await getTextBudget(database.fresh, clock()).catch(() => null)
      texts.set({ of: 'written' }, today?.written ?? Number.NaN)
      texts.set({ of: 'budget' }, today?.budget ?? Number.NaN)
    },
  })
  const age = new Gauge({
    name: 'primp_outbox_age_seconds',
    help: 'Age of the oldest due notice',
    registers: [metrics.registry],
    async collect() {
      try {
        const now = clock()
        const due = await findOldestDue(database.fresh, now)
        age.set(due ? (now.getTime() - due.getTime()) / 1_000 : 0)
      } catch {
        // The age is unknown, and an old value would look healthy.
        age.set(Number.NaN)
      }
    },
  })
}

/** Unblocks the address of a stopped notification and makes it due, in the operator's transaction. */
export async function unblockNotice(ctx: Context, id: string, reason: string): Promise<void> {
  const notice = await lockNotice(ctx.db, id)
  if (!notice) throw new Refusal('not_found')
  if (notice.state !== 'switched_off' || !notice.error) throw new Refusal('state_changed')
  const lifted = await deleteStops(ctx.db, notice.address)
  await markNoticeDue(ctx.db, id, ctx.now)
  await recordAudit(ctx, {
    act: 'notice.let_through',
    subject: { kind: 'notice', id, name: notice.kind },
    before: { state: notice.state, stopped: lifted.map(({ topic, reason: why }) => [why, topic].join(' ').trim()) },
    reason,
  })
}

export const countFailedNoticesSince = (ctx: Context, since: Date): Promise<{ channel: string; n: number }[]> =>
  countFailedNotices(ctx.db, since)

/** Notifications that a service accepted but that are not marked as sent yet, by Message-ID. */
const handedOver = new WeakMap<Database, Map<string, SentNotice>>()

function unmarkedOf(database: Database): Map<string, SentNotice> {
  const known = handedOver.get(database) ?? new Map<string, SentNotice>()
  handedOver.set(database, known)
  return known
}

function recordHandover({ database }: Context, { message_id }: OutboxRow, sent: SentNotice): void {
  unmarkedOf(database).set(message_id, sent)
}

/** Returns whether a notification was accepted before its mark was lost. */
const wasHandedOver = ({ database }: Context, { message_id }: OutboxRow): boolean =>
  unmarkedOf(database).has(message_id)

/** Marks accepted notifications as sent. Failures are retried before the next send. */
async function markHandedOver(ctx: Context): Promise<void> {
  const unmarked = unmarkedOf(ctx.database)
  const marking = [...unmarked]
  await markSent(
    ctx.database.counts,
    marking.map(([, sent]) => sent),
    ctx.now,
  )
  for (const [messageId] of marking) unmarked.delete(messageId)
}

const canGoAgain = (notice: OutboxRow): boolean =>
  ['sent', 'failed', 'given_up', 'held_back'].includes(notice.state) && !(notice.secret && isBlotted(notice))

export const listResendable = async (
  { db }: Context,
  ids: readonly string[],
): Promise<{ id: string; to: string; can: boolean }[]> =>
  (await listNoticesById(db, ids)).map((notice) => ({ id: notice.id, to: notice.address, can: canGoAgain(notice) }))

/**
 * Makes a notification due immediately with fresh retries, in the operator's transaction. Throws if it is pending,
 * disabled by its recipient or redacted.
 */
export async function sendAgain(ctx: Context, id: string, reason: string): Promise<void> {
  const notice = await lockNotice(ctx.db, id)
  if (!notice) throw new Refusal('not_found')
  if (!canGoAgain(notice)) throw new Refusal('state_changed')
  await markNoticeDue(ctx.db, id, ctx.now)
  await recordAudit(ctx, {
    act: 'notice.resend',
    subject: { kind: 'notice', id, name: notice.kind },
    before: { state: notice.state, attempts: notice.attempts },
    reason,
  })
}

export async function sendTest(
  ctx: Context,
  { channel }: InputOf<typeof notices.test>,
): Promise<OutputOf<typeof notices.test>> {
  const accountId = ctx.viewer.accountId ?? ''
  const addresses =
    channel === 'push'
      ? (await listSubscriptions(ctx.db, accountId)).map(({ id }) => id)
      : [(await findMobile(ctx.db, accountId))?.mobile ?? ''].filter(Boolean)
  const [mobile] = addresses
  if (!mobile) throw new Refusal('no_channel')
  if (channel === 'sms' && !(await isProvenNumber(ctx.db, accountId, mobile))) throw new Refusal('number_unverified')
  const title = formatTemplate(pushTexts['push.test'].title)
  const body =
    channel === 'sms'
      ? formatTemplate(smsTexts['sms.test'].text)
      : JSON.stringify({
          title,
          body: formatTemplate(pushTexts['push.test'].body),
          url: '/providers/notifications-app',
          tag: 'test',
        })
  for (const address of addresses) {
    const id = randomUUID()
    await insertNotices(ctx.db, [
      {
        id,
        channel,
        kind: `${channel}.test`,
        account_id: accountId,
        address,
        subject: channel === 'push' ? title : '',
        body,
        next_at: ctx.now,
        created_at: ctx.now,
        message_id: `<${id}@${new URL(ctx.env.publicUrl).hostname}>`,
        sample: ctx.env.sampleMarket,
        // The recipient requested the message now, so quiet hours do not apply.
        urgent: true,
      },
    ])
  }
  return { sent: addresses.length }
}
