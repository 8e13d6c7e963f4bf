import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { type Notice, notify, type Sender } from '#server/notifications/notify.ts'
import { isProvenAddress, type MailTopic, saveAsked, saveConfirmed } from './confirmation-queries.ts'

const DAY_MS = 86_400_000
const labels: Record<MailTopic, string> = {
  quotes: 'the link to some quotes',
  alert: 'a mail when a time frees up',
  place: 'a mail when artists start near a place',
}

export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

type Asking = { topic: MailTopic; email: string; country: string; waiting?: Notice }

/** Asks an address, at most once a day, whether it wants what somebody has asked for it to get; answers false where it has said so before, or is the caller's own proven one. What waits leaves with the yes. In the caller's transaction. */
export async function askAddressFirst(
  ctx: Context,
  sender: Sender,
  { topic, email, country, waiting }: Asking,
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
      to: { email, country },
      values: { what: labels[topic] },
      path: `/mails/confirm/${key}`,
    })
  return true
}
