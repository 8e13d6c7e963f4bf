import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { notices } from '#contract/notifications/notices.ts'
import { type Notice, notify, senderOf } from '#server/notifications/notify.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashOfKey } from './ask-address-first.ts'
import { lockByKey, saveConfirmed } from './confirmation-queries.ts'

/** Keeps that an address wants what somebody has asked for it to get, by the key of its mail; what has waited for that leaves. */
export async function confirmMail(
  ctx: Context,
  { key }: InputOf<typeof notices.confirmMail>,
): Promise<OutputOf<typeof notices.confirmMail>> {
  const sender = await senderOf(ctx)
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
