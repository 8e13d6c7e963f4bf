import { truncate } from '#contract/text.ts'
import type { Evidence } from '#server/gateways/payments/gateway.ts'
import type { Context } from '#server/platform/context.ts'
import { handlersOf } from '#server/payments/payable.ts'
import { type PaymentRow, refundsOf } from '#server/payments/queries.ts'
import { money } from '#contract/format.ts'
import { major } from '#contract/money.ts'

/** The service takes 150,000 characters in all. */
const MOST = 120_000

/** What is told to a bank of a payment that it wants back: what whoever asked for the money knows of it, and what was given back already. Not inside a transaction. */
export async function evidenceFor(ctx: Context, payment: PaymentRow, words = ''): Promise<Evidence> {
  const known = await handlersOf(payment.kind).evidence?.(ctx, payment)
  const given = (await refundsOf(ctx.db, [payment.id])).filter(({ state }) => state === 'done')
  const refunds = given.map(
    ({ amount_minor, done_at }) =>
      `${money(major(amount_minor), payment.currency, { decimals: 'always', mixed: true })} was given back on ${done_at ? new Date(done_at).toISOString().slice(0, 10) : ''}.`,
  )
  const text = [words, known?.text ?? '', ...refunds].filter(Boolean).join('\n\n')
  return {
    customerEmail: payment.email,
    productDescription: payment.description,
    ...known,
    text: truncate(text, MOST) || payment.description,
  }
}
