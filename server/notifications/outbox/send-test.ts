import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { notices } from '#contract/notifications/notices.ts'
import { say } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { mobileOf, subscriptionsOf } from './outbox-queries.ts'
import { isProvenNumber } from './text-queries.ts'
import { insertNotices } from '#server/notifications/queries.ts'
import { pushWords, smsWords } from '#server/notifications/words/notice-words.ts'

/** Sends the caller a test notice by one channel; refuses where they have none. */
export async function sendTest(
  ctx: Context,
  { channel }: InputOf<typeof notices.test>,
): Promise<OutputOf<typeof notices.test>> {
  const accountId = ctx.viewer.accountId ?? ''
  const addresses =
    channel === 'push'
      ? (await subscriptionsOf(ctx.db, accountId)).map(({ id }) => id)
      : [(await mobileOf(ctx.db, accountId))?.mobile ?? ''].filter(Boolean)
  const [mobile] = addresses
  if (!mobile) throw new Refusal('no_channel')
  if (channel === 'sms' && !(await isProvenNumber(ctx.db, accountId, mobile))) throw new Refusal('number_unproven')
  const title = say(pushWords['push.test'].title)
  const body =
    channel === 'sms'
      ? say(smsWords['sms.test'].text)
      : JSON.stringify({
          title,
          body: say(pushWords['push.test'].body),
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
        // What somebody asks for this very moment is not to be kept from them.
        urgent: true,
      },
    ])
  }
  return { sent: addresses.length }
}
