import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { zonedDay } from '#contract/format.ts'
import { minor } from '#contract/money.ts'
import type { vouchers } from '#contract/payments/vouchers.ts'
import { requesterAccount } from '#server/accounts/index.ts'
import { voucherTermsOf } from '#server/catalog/index.ts'
import { openPayment } from '#server/payments/bank/open-payment.ts'
import { presentPayment } from '#server/payments/present-payment.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { sellerOf } from './artist-queries.ts'
import { newCodeHash } from './voucher-code.ts'
import { insertVoucher } from './voucher-queries.ts'

const YEAR_DAYS = 366

/** Keeps a voucher as it is wanted and opens its payment; nobody can spend it before that is paid. */
export async function buyVoucher(
  ctx: Context,
  { countryCode, amount, fromName, fromEmail, toName, toEmail, message, sendOn, artist }: InputOf<typeof vouchers.buy>,
): Promise<OutputOf<typeof vouchers.buy>> {
  const terms = (await voucherTermsOf(ctx.db)).find((one) => one.countryCode === countryCode)
  if (!terms || amount < terms.least || amount > terms.most) throw refuseField('voucher_amount', 'amount')
  const seller = artist ? await sellerOf(ctx.db, artist) : null
  if (artist && seller?.country_code !== countryCode) throw new Refusal('voucher_not_sold')
  if (sendOn && !isWithinYear(sendOn, ctx.now)) throw refuseField('voucher_day', 'sendOn')
  const id = randomUUID()
  const code_hash = await newCodeHash(ctx.database, ctx.env, id)
  const row = await ctx.transaction(async (tx) => {
    const account = await requesterAccount(tx, { name: fromName, email: fromEmail }, countryCode)
    return insertVoucher(tx.db, {
      id,
      code_hash,
      country_code: countryCode,
      currency: terms.currency,
      amount_minor: minor(amount),
      account_id: account.id,
      buyer_name: fromName,
      buyer_email: fromEmail,
      to_name: toName,
      to_email: toEmail,
      message,
      send_on: sendOn,
      provider_id: seller?.id ?? null,
      created_at: tx.now,
    })
  })
  const payment = await openPayment(ctx, {
    kind: 'voucher',
    ref: row.id,
    accountId: row.account_id,
    providerId: null,
    countryCode,
    currency: row.currency,
    amountMinor: row.amount_minor,
    feeMinor: 0,
    description: 'Gift voucher',
    email: fromEmail,
  })
  return ctx.once(async (tx) => ({ voucherId: row.id, payment: presentPayment(tx, payment) }))
}

// Today may still be yesterday where the buyer is.
const isWithinYear = (day: string, now: Date): boolean =>
  day >= zonedDay(new Date(now.getTime() - 86_400_000).toISOString(), 'UTC') &&
  day <= zonedDay(new Date(now.getTime() + YEAR_DAYS * 86_400_000).toISOString(), 'UTC')
