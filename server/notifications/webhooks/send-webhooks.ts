import { Undeliverable } from '#server/gateways/undeliverable.ts'
import { postWebhook } from '#server/gateways/webhooks/post-webhook.ts'
import { claimDue, markFailed, markSent, type OutboxRow } from '#server/notifications/outbox/outbox-queries.ts'
import { notify, senderOf } from '#server/notifications/notify.ts'
import type { Context } from '#server/platform/context.ts'
import { partnerById, pauseUnanswered, webhooksById, type WebhookRow } from './webhook-queries.ts'
import { signedHeaders } from './webhook-secret.ts'

/** Minutes until the next try, by how often it has failed: 32 hours in all. After the last one the address is paused. */
export const retryMinutes = [1, 5, 30, 120, 300, 600, 900] as const

const AT_ONCE = 20

/** Tells other programs what is due for them, several at once, since one that hangs must not hold up the rest; answers how many messages were claimed. A crash before the mark repeats them under the same ids. */
export async function sendWebhooks(ctx: Context): Promise<number> {
  const claimed = await claimDue(ctx.db, ctx.now, AT_ONCE, 'webhooks')
  if (!claimed.length) return 0
  const known = new Map(
    (await webhooksById(ctx.db, [...new Set(claimed.map(({ address }) => address))])).map((row) => [row.id, row]),
  )
  await Promise.all(
    claimed.map(async (row) => {
      const fault = await tell(ctx, row, known.get(row.address)).then(
        () => null,
        (fault: Error) => fault,
      )
      if (fault) await putBack(ctx, row, fault)
      else await markSent(ctx.db, [{ id: row.id, kept: null }], ctx.now)
    }),
  )
  return claimed.length
}

async function tell(ctx: Context, { body, message_id: id }: OutboxRow, webhook: WebhookRow | undefined): Promise<void> {
  if (!webhook || webhook.paused) throw new Undeliverable('paused')
  const headers = await signedHeaders(ctx, webhook, { id, at: ctx.now, body })
  await postWebhook(ctx.env, { url: webhook.url, body, headers })
}

async function putBack(ctx: Context, row: OutboxRow, fault: Error): Promise<void> {
  const wait = fault instanceof Undeliverable ? undefined : retryMinutes[row.attempts - 1]
  const next = wait === undefined ? null : new Date(ctx.now.getTime() + wait * 60_000)
  await markFailed(ctx.db, row.id, fault.message.slice(0, 300), ctx.now, next)
  if (!next) await pause(ctx, row.address)
}

/** Pauses an address that answers to nothing; of a partner's its contact is told, since nobody of theirs sees the console. */
async function pause(ctx: Context, id: string): Promise<void> {
  const sender = await senderOf(ctx)
  await ctx.transaction(async (tx) => {
    const paused = await pauseUnanswered(tx.db, id)
    const partner = paused?.partner_id ? await partnerById(tx.db, paused.partner_id) : undefined
    if (!paused || !partner || partner.ended_at) return
    await notify(tx, sender, {
      kind: 'partner.webhook.paused',
      to: { email: partner.email, name: partner.name },
      values: { address: paused.url, name: partner.name },
    })
  })
}
