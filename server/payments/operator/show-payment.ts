import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { wholeOf } from '#server/payments/payable.ts'
import { paymentById } from '#server/payments/queries.ts'
import { operatorPayment, operatorRefundsOf, eventsOf, paymentStory } from './operator-queries.ts'
import { iso, presentPayment, presentRefund } from './present-money.ts'

/** One payment with its events and refunds. */
export async function showPayment(
  ctx: Context,
  { paymentId }: InputOf<typeof money.payment>,
): Promise<OutputOf<typeof money.payment>> {
  const row = await operatorPayment(ctx.db, paymentId)
  if (!row) throw new Refusal('not_found')
  await recordAccess(ctx, { what: 'payment', subjectId: row.id, of: [row.account_id] })
  const payment = await paymentById(ctx.db, paymentId)
  if (!payment) throw new Refusal('not_found')
  const whole = await wholeOf(ctx, payment)
  const story = await paymentStory(ctx.db, paymentId)
  if (!story) throw new Refusal('not_found')
  const events = (await eventsOf(ctx.db, paymentId)).map((e) => ({
    id: e.event_id,
    kind: e.kind,
    outcome: e.outcome as 'moved',
    occurredAt: iso(e.occurred_at) as string,
    at: iso(e.at) as string,
  }))
  return {
    payment: presentPayment(row),
    whole: { total: major(whole.totalMinor), fee: major(whole.feeMinor) },
    of: { bookingId: story.booking_id, accountId: row.account_id, providerId: story.provider_id },
    steps: (
      [
        ['begun', story.begun],
        ['held', story.held],
        ['taken', story.taken],
        [story.held ? 'letGo' : 'ended', story.ended],
        ['earned', story.earned],
        ['paidOut', story.paid_out],
      ] as const
    ).flatMap(([step, at]) => (at ? [{ step, at: iso(at) as string }] : [])),
    refunds: (await operatorRefundsOf(ctx.db, paymentId)).map(presentRefund),
    events,
  }
}
