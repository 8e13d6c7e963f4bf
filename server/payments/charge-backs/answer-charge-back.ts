import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBank } from '#contract/operator/bank.ts'
import { type Evidence, GatewayRefused } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { paymentById, type PaymentRow } from '#server/payments/queries.ts'
import {
  chargeBackById,
  type ChargeBackRow,
  lockChargeBack,
  shownChargeBack,
  unansweredBy,
  updateChargeBack,
} from './charge-back-queries.ts'
import { evidenceFor } from './evidence-for.ts'
import { presentChargeBack } from './present-charge-back.ts'

const DAY_MS = 86_400_000

/** Sends a bank the platform's side: what the site knows of the booking, after the operator's own words. */
export async function answerChargeBack(
  ctx: Context,
  { chargeBackId, words }: InputOf<typeof operatorBank.answerChargeBack>,
): Promise<OutputOf<typeof operatorBank.answerChargeBack>> {
  const row = await chargeBackById(ctx.db, chargeBackId)
  const payment = row && (await paymentById(ctx.db, row.payment_id))
  if (!row || !payment) throw new Refusal('not_found')
  if (row.state !== 'open') throw new Refusal('state_changed')
  const evidence = await send(ctx, row, payment, words)
  return ctx.once(async (tx) => {
    await keepSent(tx, row, evidence)
    await record(tx, {
      act: 'payment.defend',
      subject: { kind: 'payment', id: payment.id, name: String(payment.number) },
    })
    const now = await shownChargeBack(tx.db, row.id)
    if (!now) throw new Refusal('not_found')
    return { chargeBack: presentChargeBack(now) }
  })
}

/** Answers by itself where the last day has come and nobody has: silence loses. */
export async function answerLastDay(ctx: Context): Promise<void> {
  for (const row of await unansweredBy(ctx.db, new Date(ctx.now.getTime() + DAY_MS))) {
    const payment = await paymentById(ctx.db, row.payment_id)
    if (!payment) continue
    try {
      const evidence = await send(ctx, row, payment, '')
      await ctx.transaction((ctx) => keepSent(ctx, row, evidence))
    } catch (fault) {
      ctx.log.warn({ ...faultFields(fault), chargeBack: row.id }, 'a charge-back was not answered')
    }
  }
}

// What was put together first is sent however often it is tried: the same key with other words would be refused.
async function send(ctx: Context, row: ChargeBackRow, payment: PaymentRow, words: string): Promise<Evidence> {
  const made = (row.evidence as Evidence | null) ?? (await evidenceFor(ctx, payment, words))
  await updateChargeBack(ctx.db, row.id, { evidence: JSON.stringify(made) as never })
  const gateway = await openGateway(ctx, row.gateway, payment.country_code)
  try {
    await gateway.defend(row.gateway_id, made, `evidence:${row.id}`)
  } catch (fault) {
    // Answered on the service's own pages, or decided meanwhile: its next word says which.
    if (fault instanceof GatewayRefused) throw new Refusal('state_changed')
    ctx.log.warn(faultFields(fault), 'the payment service took no evidence')
    throw new Refusal('payment_unreachable')
  }
  return made
}

async function keepSent(ctx: Context, { id }: ChargeBackRow, evidence: Evidence): Promise<void> {
  const row = await lockChargeBack(ctx.db, id)
  if (!row) return
  await updateChargeBack(ctx.db, id, {
    evidence: JSON.stringify(evidence) as never,
    evidence_sent_at: ctx.now,
    ...(row.state === 'open' ? { state: 'sent' } : {}),
  })
}
