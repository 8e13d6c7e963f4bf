import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { type Notice, notify, type Sender, getSender } from './notify.ts'
import { isProvenAddress, lockByKey, type MailTopic, saveAsked, saveConfirmed } from './confirming.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { notices } from '#contract/notifications/notices.ts'
import type { Language } from '#contract/i18n/language.ts'
import { type DefinedMessage, defineMessages, formatMessage } from '#contract/i18n/messages.ts'
import { runInLanguage } from '#server/platform/language.ts'
import { Refusal } from '#server/platform/refusal.ts'

const DAY_MS = 86_400_000
const topicMessages: Record<MailTopic, DefinedMessage> = defineMessages({
  quotes: 'a link to their quotes',
  alert: 'an email when a time becomes available',
  place: 'an email when you can book artists near a place',
})

const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

type Asking = { topic: MailTopic; email: string; country: string; language?: Language; waiting?: Notice }

/**
 * Asks an address for confirmation at most once a day. Pending mails are sent after the confirmation. Returns false if
 * the address is confirmed, or if it is the caller's own verified address. Runs in the caller's transaction.
 */
export async function requestAddressConfirmation(
  ctx: Context,
  sender: Sender,
  { topic, email, country, language = 'en', waiting }: Asking,
): Promise<boolean> {
  const { accountId } = ctx.viewer
  if (accountId && (await isProvenAddress(ctx.db, accountId, email))) {
    await saveConfirmed(ctx.db, email, topic, ctx.now)
    return false
  }
  const key = randomBytes(18).toString('base64url')
  const again = new Date(ctx.now.getTime() - DAY_MS)
  const asked = await saveAsked(ctx.db, { email, topic, keyHash: hashOfKey(key), now: ctx.now, again, waiting })
  if (!asked) return false
  if (asked.fresh)
    await notify(ctx, sender, {
      kind: 'mail.confirm',
      to: { email, country, language },
      values: { what: runInLanguage(language, () => formatMessage(topicMessages[topic])) },
      path: `/mails/confirm/${key}`,
    })
  return true
}

export async function confirmMail(
  ctx: Context,
  { key }: InputOf<typeof notices.confirmMail>,
): Promise<OutputOf<typeof notices.confirmMail>> {
  const sender = await getSender(ctx)
  return ctx.transaction(async (tx) => {
    const row = await lockByKey(tx.db, hashOfKey(key))
    if (!row) throw new Refusal('link_expired')
    const topic = row.topic as OutputOf<typeof notices.confirmMail>['topic']
    if (!row.confirmed_at) {
      await saveConfirmed(tx.db, row.email, topic, tx.now)
      if (row.waiting) await notify(tx, sender, row.waiting as unknown as Notice)
    }
    return { topic }
  })
}
