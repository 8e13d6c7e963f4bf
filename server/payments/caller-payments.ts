import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type { payments } from '#contract/payments/payments.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchPaymentsOfAccount, getAccountName, getProviderName } from './caller-payments.queries.ts'
import {
  findPaymentById,
  type PaymentRow,
  listPaymentsOf,
  listRefundsOf,
  hidePendingRefunds,
} from './payments.queries.ts'
import { listPartnerNames } from '#server/payments/partners/partner-accounts.queries.ts'
import { getCurrentGateway } from '#server/gateways/payments/payments.ts'
import { getStripeKeys } from '#server/gateways/payments/keys.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getPayableHandlers, isPayer, presentPayment } from './payable.ts'
import { computePlatformPartPaid } from '#contract/payments/promo.ts'
import { computeIncludedTax } from '#contract/payments/tax.ts'
import { findTaxPerson } from './tax.queries.ts'
import { getBusiness } from '#server/platform/settings.ts'

export async function listOwnPayments(
  ctx: Context,
  { cursor }: InputOf<typeof payments.mine>,
): Promise<OutputOf<typeof payments.mine>> {
  const { rows, nextCursor } = await fetchPaymentsOfAccount(ctx.db, ctx.viewer.accountId ?? '', { cursor })
  const partners = await listPartnerNames(
    ctx.db,
    rows.map((row) => row.partner_id),
  )
  return {
    payments: (await hidePendingRefunds(ctx.db, rows)).map((row) => ({
      id: row.id,
      number: String(row.number),
      kind: row.kind as PaymentRow['kind'],
      state: row.state as PaymentRow['state'],
      description: row.description,
      provider: row.provider ?? '',
      event: row.event,
      eventDate: row.event_date,
      inFull: row.in_full,
      amount: toMajor(row.amount_minor),
      refunded: toMajor(row.refunded_minor),
      currency: row.currency,
      countryCode: row.country_code as Country,
      at: row.at,
      test: row.gateway === 'test',
      paidBy: partners.get(row.partner_id ?? '') ?? null,
    })),
    nextCursor,
  }
}

export async function getPaymentMethod(
  ctx: Context,
  { country }: InputOf<typeof payments.method>,
): Promise<OutputOf<typeof payments.method>> {
  const gateway = getCurrentGateway(ctx.env)
  return { gateway, publishableKey: gateway === 'stripe' ? getStripeKeys(ctx.env, country).publishableKey : null }
}

export async function readPayment(
  ctx: Context,
  { paymentId }: InputOf<typeof payments.read>,
): Promise<OutputOf<typeof payments.read>> {
  const row = await findPaymentById(ctx.db, paymentId)
  if (!row || !isPayer(ctx, row)) throw new Refusal('not_found')
  return { payment: presentPayment(ctx, row) }
}

export async function getReceipt(
  ctx: Context,
  { paymentId }: InputOf<typeof payments.receipt>,
): Promise<OutputOf<typeof payments.receipt>> {
  const row = await findPaymentById(ctx.db, paymentId)
  if (!row || row.account_id !== ctx.viewer.accountId || row.state !== 'captured') throw new Refusal('not_found')
  const about = await getPayableHandlers(row.kind).about?.(ctx, row)
  const all = (await listPaymentsOf(ctx.db, about ? [...about.refs] : [row.ref])).filter(
    (p) => p.state === 'captured' && p.account_id === row.account_id,
  )
  const refunds = (
    await listRefundsOf(
      ctx.db,
      all.map(({ id }) => id),
    )
  ).filter(({ state }) => state === 'done')
  const tax = about?.tax ?? null
  // Tips are excluded, because they are voluntary and include no tax.
  const taxed = all.filter(({ kind }) => kind !== 'tip').reduce((sum, p) => sum + p.amount_minor - p.refunded_minor, 0)
  // Includes the part that the platform paid through its promo code.
  const full = taxed + (about?.price ? computePlatformPartPaid(taxed, about.price) : 0)
  const business = await getBusiness(ctx.database, ctx.env)
  const cash = about?.cash ?? null
  const paidBy = new Map(all.map((payment) => [payment.id, payment]))
  const partners = await listPartnerNames(
    ctx.db,
    all.map(({ partner_id }) => partner_id),
  )
  const presentPayer = (paymentId: string, isVoucher: boolean) => {
    const partnerId = paidBy.get(paymentId)?.partner_id ?? null
    if (partnerId) return { how: 'account' as const, partner: partners.get(partnerId) ?? null }
    return { how: isVoucher ? ('voucher' as const) : ('card' as const), partner: null }
  }
  const rows = [
    ...all.map((p) => ({
      at: iso(p.captured_at),
      what: p.kind === 'deposit' && about?.inFull ? ('whole' as const) : p.kind,
      ...presentPayer(p.id, p.kind === 'credit'),
      amount: toMajor(p.amount_minor),
    })),
    ...(cash
      ? [
          {
            at: iso(cash.at),
            what: 'balance' as const,
            how: 'cash' as const,
            partner: null,
            amount: toMajor(cash.amountMinor),
          },
        ]
      : []),
    ...refunds.map((r) => ({
      at: iso(r.done_at),
      what: 'refund' as const,
      ...presentPayer(r.payment_id, r.voucher_id !== null || paidBy.get(r.payment_id)?.kind === 'credit'),
      amount: toMajor(-r.amount_minor),
    })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1))
  return {
    receipt: {
      id: row.id,
      number: String(row.number),
      description: about?.line ?? row.description,
      name: await getAccountName(ctx.db, row.account_id ?? ''),
      provider: row.provider_id ? await getProviderName(ctx.db, row.provider_id) : business.legalName,
      sellerName: row.provider_id ? ((await findTaxPerson(ctx.db, row.provider_id))?.legal_name ?? null) : null,
      tax: tax ? { ...tax, amount: toMajor(computeIncludedTax(full, tax.percent)) } : null,
      legalName: business.legalName,
      supportEmail: business.supportEmail,
      rows,
      currency: row.currency,
      countryCode: row.country_code,
      test: row.gateway === 'test',
      booking: about?.booking ?? null,
      paid: toMajor(all.reduce((sum, p) => sum + p.amount_minor, cash?.amountMinor ?? 0)),
      refunded: toMajor(refunds.reduce((sum, r) => sum + r.amount_minor, 0)),
      open: about ? toMajor(about.openMinor) : null,
    },
  }
}

const iso = (at: Date | null): string => new Date(at ?? 0).toISOString()
