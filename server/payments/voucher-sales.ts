import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { BoughtVoucher, vouchers } from '#contract/payments/vouchers.ts'
import { getAllVoucherTerms } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal, rethrowConstraintAs } from '#server/platform/refusal.ts'
import {
  listVoucherArtists,
  insertVoucher,
  lockVoucher,
  markVoucher,
  moveVoucher,
  findSeller,
  isTakingBookings,
  findVoucherById,
  type VoucherRow,
  listVouchersToSend,
} from './vouchers.queries.ts'
import { randomUUID } from 'node:crypto'
import { formatDate, zonedDay } from '#contract/format.ts'
import { toMinor, type Minor, formatMoneyMinor } from '#contract/money.ts'
import { getRequesterAccount } from '#server/accounts/index.ts'
import { openPayment } from './charging.ts'
import { isPayer, type PayableHandlers, presentPayment } from './payable.ts'
import { getVoucherCode, createVoucherCodeHash, presentBought } from './voucher-views.ts'
import { type PartOf, listPaymentsOf } from './payments.queries.ts'
import { notify, type Sender, getSenderInTransaction, getSender } from '#server/notifications/index.ts'
import { computeCreditPart } from '#contract/payments/cover.ts'
import { insertSpend, type SpendRow, deductFromVoucher } from './credits.queries.ts'
import type { Country } from '#contract/words.ts'

/** Returns the terms of vouchers. For an artist who sells vouchers, returns only the terms of the artist's market. */
export async function getVoucherTerms(
  ctx: Context,
  { artist: slug }: InputOf<typeof vouchers.terms>,
): Promise<OutputOf<typeof vouchers.terms>> {
  const terms = await getAllVoucherTerms(ctx.reads)
  if (!slug) return { terms, artist: null }
  const seller = await findSeller(ctx.reads, slug)
  if (!seller) throw new Refusal('not_found')
  return {
    terms: terms.filter(({ countryCode }) => countryCode === seller.country_code),
    artist: { name: seller.name, slug: seller.slug },
  }
}

const YEAR_DAYS = 366

/** Creates a voucher and opens its payment. The voucher cannot be spent until it is paid. */
export async function buyVoucher(
  ctx: Context,
  { countryCode, amount, fromName, fromEmail, toName, toEmail, message, sendOn, artist }: InputOf<typeof vouchers.buy>,
): Promise<OutputOf<typeof vouchers.buy>> {
  const terms = (await getAllVoucherTerms(ctx.db)).find((one) => one.countryCode === countryCode)
  if (!terms || amount < terms.least || amount > terms.most) throw createFieldRefusal('voucher_amount', 'amount')
  const seller = artist ? await findSeller(ctx.db, artist) : null
  if (artist && seller?.country_code !== countryCode) throw new Refusal('voucher_not_sold')
  if (sendOn && !isWithinYear(sendOn, ctx.now)) throw createFieldRefusal('voucher_day', 'sendOn')
  const id = randomUUID()
  const code_hash = await createVoucherCodeHash(ctx.database, ctx.env, id)
  const row = await ctx.transaction(async (tx) => {
    const account = await getRequesterAccount(tx, { name: fromName, email: fromEmail }, countryCode)
    return insertVoucher(tx.db, {
      id,
      code_hash,
      country_code: countryCode,
      currency: terms.currency,
      amount_minor: toMinor(amount),
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
  return ctx.idempotent(async (tx) => ({ voucherId: row.id, payment: presentPayment(tx, payment) }))
}

// In the buyer's time zone, today may still be yesterday in UTC.
const isWithinYear = (day: string, now: Date): boolean =>
  day >= zonedDay(new Date(now.getTime() - 86_400_000).toISOString(), 'UTC') &&
  day <= zonedDay(new Date(now.getTime() + YEAR_DAYS * 86_400_000).toISOString(), 'UTC')

export async function readBought(
  ctx: Context,
  { voucherId }: InputOf<typeof vouchers.bought>,
): Promise<OutputOf<typeof vouchers.bought>> {
  const row = await findVoucherById(ctx.db, voucherId)
  const payment = (await listPaymentsOf(ctx.db, [voucherId])).at(-1)
  const mine = payment && isPayer(ctx, payment)
  if (!row || row.state === 'open' || !mine) throw new Refusal('not_found')
  const [voucher] = await presentBoughtVouchers(ctx, [row])
  if (!voucher) throw new Refusal('not_found')
  return { voucher }
}

/** Must not run inside a transaction. */
export async function presentBoughtVouchers(ctx: Context, rows: readonly VoucherRow[]): Promise<BoughtVoucher[]> {
  const [terms, payments] = [
    await getAllVoucherTerms(ctx.db),
    await listPaymentsOf(
      ctx.db,
      rows.map(({ id }) => id),
    ),
  ]
  const artistOf = await listVoucherArtists(ctx.db, rows)
  return Promise.all(
    rows.map(async (row) =>
      presentBought(row, (await getVoucherCode(ctx, row)) ?? '', {
        payment: payments.findLast(({ ref, state }) => ref === row.id && state === 'captured'),
        terms,
        artist: artistOf(row),
        now: ctx.now,
      }),
    ),
  )
}

/** Makes a paid voucher spendable and notifies the buyer of refunds. */
export const voucherPayable: PayableHandlers = {
  authorised: async (ctx, payment) => {
    const row = await findVoucherById(ctx.db, payment.ref)
    // Voids the payment if the artist no longer takes bookings.
    const good = row?.state === 'open' && (!row.provider_id || (await isTakingBookings(ctx.db, row.provider_id)))
    return good ? 'capture' : 'void'
  },
  captured: async (ctx, payment) => {
    const terms = (await getAllVoucherTerms(ctx.db)).find(({ countryCode }) => countryCode === payment.country_code)
    await moveVoucher(ctx.db, payment.ref, 'pay', {
      left_minor: payment.amount_minor,
      paid_at: ctx.now,
      expires_at: terms?.months ? monthsAfter(ctx.now, terms.months) : null,
    })
  },
  // The booking that a voucher pays for is taxed, not the voucher.
  about: async (_ctx, payment) => ({ refs: [payment.ref], line: payment.description, openMinor: 0, tax: null }),
  refunded: async (ctx, given, payment) => {
    const row = await findVoucherById(ctx.db, payment.ref)
    if (!row || given.state !== 'done') return
    await notify(ctx, await getSenderInTransaction(ctx), {
      kind: 'voucher.refunded',
      to: { email: row.buyer_email, name: row.buyer_name, accountId: row.account_id, country: row.country_code },
      fact: `voucher.refunded ${given.id}`,
      path: `/customer-dashboard/vouchers`,
      values: {
        refund: formatMoneyMinor(given.amount_minor, payment.currency, { decimals: 'always' }),
        name: row.to_name,
      },
    })
  },
}

function monthsAfter(from: Date, months: number): Date {
  const until = new Date(from)
  until.setUTCMonth(until.getUTCMonth() + months)
  return until
}

type Wanted = {
  openMinor: Minor
  currency: string
  providerId: string
  partOf: PartOf
  ref: string
  until: Date
}

/** Reserves a voucher's credit, in the caller's transaction. */
export async function reserveVoucher(
  ctx: Context,
  { id }: Pick<VoucherRow, 'id'>,
  { openMinor, currency, providerId, partOf, ref, until }: Wanted,
): Promise<SpendRow> {
  const row = await lockVoucher(ctx.db, id)
  if (row?.state !== 'live') throw new Refusal('code_unknown')
  if (row.currency !== currency) throw new Refusal('voucher_other_currency')
  const artist = (await listVoucherArtists(ctx.db, [row]))(row)
  if (artist && artist.id !== providerId)
    throw new Refusal('voucher_other_artist', { detail: { artist: { name: artist.name, slug: artist.slug } } })
  if (row.expires_at && new Date(row.expires_at) <= ctx.now) throw new Refusal('voucher_expired')
  if (openMinor <= 0) throw new Refusal('nothing_due')
  const amountMinor = computeCreditPart(openMinor, row.left_minor)
  if (amountMinor === 0 || !(await deductFromVoucher(ctx.db, id, amountMinor, ctx.now)))
    throw new Refusal('voucher_empty')
  return insertSpend(ctx.db, {
    voucher_id: id,
    part_of: partOf,
    for_ref: ref,
    amount_minor: amountMinor,
    kept_until: until,
    created_at: ctx.now,
  }).catch(rethrowConstraintAs('credit_spend_once', 'code_used'))
}

const AT_ONCE = 100

/** Sends due vouchers to recipients and buyers, once each. Must not run inside a transaction. */
export async function sendVouchers(ctx: Context): Promise<void> {
  const rows = await listVouchersToSend(ctx.db, ctx.now, AT_ONCE)
  if (rows.length === 0) return
  const [sender, artistOf] = [await getSender(ctx), await listVoucherArtists(ctx.db, rows)]
  for (const row of rows) {
    const code = await getVoucherCode(ctx, row)
    if (!code) {
      ctx.log.error({ voucher: row.id }, 'the encryption key of a voucher code is missing')
      continue
    }
    await ctx.transaction(async (tx) => {
      if (await markVoucher(tx.db, row.id, 'told_at', tx.now))
        await notifyBuyer(tx, sender, row, valuesOf(row, code, artistOf(row)?.name))
      if (row.due && (await markVoucher(tx.db, row.id, 'sent_at', tx.now)))
        await send(tx, sender, row, valuesOf(row, code, artistOf(row)?.name))
    })
  }
}

type Values = ReturnType<typeof valuesOf>

function valuesOf(row: VoucherRow, code: string, artist: string | undefined) {
  const country = row.country_code as Country
  const day = (at: Date | string) => formatDate(new Date(at).toISOString().slice(0, 10), country)
  return {
    amount: formatMoneyMinor(row.amount_minor, row.currency),
    code,
    message: row.message || null,
    ends: row.expires_at ? `You can use it until ${day(row.expires_at)}.` : 'It never expires.',
    only: artist ? `It is for bookings with ${artist}.` : null,
    sends: row.to_email ? `We will send it to ${row.to_name} ${row.send_on ? `on ${day(row.send_on)}` : 'now'}.` : null,
  }
}

const send = (ctx: Context, sender: Sender, row: VoucherRow, values: Values): Promise<void> =>
  notify(ctx, sender, {
    kind: 'voucher.for.you',
    to: { email: row.to_email ?? '', name: row.to_name, country: row.country_code },
    fact: `voucher ${row.id}`,
    path: `/voucher/${values.code}`,
    values: { ...values, name: row.buyer_name },
  })

async function notifyBuyer(ctx: Context, sender: Sender, row: VoucherRow, values: Values): Promise<void> {
  const payment = (await listPaymentsOf(ctx.db, [row.id])).findLast(({ state }) => state === 'captured')
  await notify(ctx, sender, {
    kind: 'voucher.bought',
    to: { email: row.buyer_email, name: row.buyer_name, accountId: row.account_id, country: row.country_code },
    fact: `voucher bought ${row.id}`,
    path: `/voucher/${values.code}`,
    values: { ...values, name: row.to_name, number: String(payment?.number ?? '') },
  })
}
