import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { notices } from '#contract/notices.ts'
import { say } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { mobileOf, subscriptionsOf } from './outbox-queries.ts'
import { insertNotice } from './queries.ts'
import { noticeWords } from './notice-words.ts'

/** Sends the caller a test notice by one channel; refuses where they have none. */
export async function sendTest(ctx: Context, { channel }: InputOf<typeof notices.test>): Promise<OutputOf<typeof notices.test>> {
  const accountId = ctx.viewer.accountId ?? ''
  const addresses = channel === 'push' ? (await subscriptionsOf(ctx.db, accountId)).map(({ id }) => id) : [(await mobileOf(ctx.db, accountId))?.mobile ?? ''].filter(Boolean)
  if (!addresses.length) throw new Refusal('no_channel')
  const title = say(noticeWords['push.test'].title)
  const body = channel === 'sms' ? say(noticeWords['sms.test'])
    : JSON.stringify({ title, body: say(noticeWords['push.test'].body), url: '/providers/notifications-app', tag: 'test' })
  for (const address of addresses) {
    const id = randomUUID()
    await insertNotice(ctx.db, {
      id, channel, kind: `${channel}.test`, account_id: accountId, address, subject: channel === 'push' ? title : '', body,
      next_at: ctx.now, created_at: ctx.now, message_id: `<${id}@${new URL(ctx.env.publicUrl).hostname}>`, sample: ctx.env.sampleMarket,
    })
  }
  return { sent: addresses.length }
}
