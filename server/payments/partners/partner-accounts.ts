import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/format.ts'
import { type Minor, toMajor, toMinor } from '#contract/money.ts'
import type {
  OpenItem,
  operatorPartnerAccounts,
  PartnerAccount,
  partnerAccounts,
  PartnerPayment,
  PartnerStatement,
  StatementLine,
} from '#contract/payments/partner-accounts.ts'
import { truncate } from '#contract/text.ts'
import { findPartnerById } from '#server/accounts/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { createFieldRefusal, Refusal } from '#server/platform/refusal.ts'
import { postMovement } from '#server/payments/ledger.queries.ts'
import {
  type AccountLineRow,
  closePartnerAccountAt,
  findPartnerAccount,
  getOwedByPartner,
  hasAccountMovements,
  hasPartnerPayment,
  insertPartnerPayment,
  listAccountLines,
  listPartnerPayments,
  lockPartnerAccount,
  type PartnerAccountRow,
  type PartnerPaymentRow,
  undoPartnerPaymentAt,
  upsertPartnerAccount,
} from './partner-accounts.queries.ts'
import { getDecidingOperator, insertOnAccount, type PaymentRow } from '#server/payments/payments.queries.ts'

const present = (row: PartnerAccountRow, owedMinor: Minor): PartnerAccount => ({
  currency: row.currency,
  limit: toMajor(row.limit_minor),
  owed: toMajor(owedMinor),
  left: toMajor(row.closed_at ? 0 : Math.max(0, row.limit_minor - owedMinor)),
  openedAt: row.opened_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
})

const presentNow = async (ctx: Context, row: PartnerAccountRow): Promise<PartnerAccount> =>
  present(row, await getOwedByPartner(ctx.db, row.partner_id))

async function getAccount(ctx: Context, partnerId: string): Promise<PartnerAccountRow> {
  const row = await findPartnerAccount(ctx.db, partnerId)
  if (!row) throw new Refusal('account_missing')
  return row
}

type Charge = { partnerId: string; currency: string; amountMinor: Minor }

function refuseCharge(row: PartnerAccountRow | undefined, owedMinor: Minor, { currency, amountMinor }: Charge): void {
  if (!row) throw new Refusal('account_missing')
  if (row.closed_at) throw new Refusal('account_closed')
  if (row.currency !== currency) throw new Refusal('account_currency')
  const leftMinor = Math.max(0, row.limit_minor - owedMinor)
  if (amountMinor <= leftMinor) return
  const cash = (minor: Minor) => formatMoney(toMajor(minor), currency, { decimals: 'always', mixed: true })
  throw new Refusal('account_limit', {
    errors: [
      {
        path: 'deposit',
        message: `The deposit is ${cash(amountMinor)}, and ${cash(leftMinor)} is left of the credit limit of ${cash(row.limit_minor)}.`,
      },
    ],
    detail: { deposit: toMajor(amountMinor), left: toMajor(leftMinor), currency },
  })
}

/**
 * Throws if a partner cannot book this amount on account now: `account_missing`, `account_closed`, `account_currency`,
 * or `account_limit` with what is left.
 */
export async function assertChargeable(ctx: Context, charge: Charge): Promise<void> {
  refuseCharge(
    await findPartnerAccount(ctx.db, charge.partnerId),
    await getOwedByPartner(ctx.db, charge.partnerId),
    charge,
  )
}

type Deposit = Charge & {
  /** The hold that the deposit books. */
  ref: string
  accountId: string
  providerId: string
  countryCode: string
  feeMinor: Minor
  description: string
  email: string
}

/**
 * Charges the deposit of a hold to a partner's account and records it as captured, in the caller's transaction. Locks
 * the account, so that concurrent bookings cannot exceed the limit together. Throws like `assertChargeable`.
 */
export async function chargePartnerAccount(ctx: Context, deposit: Deposit): Promise<PaymentRow> {
  const row = await lockPartnerAccount(ctx.db, deposit.partnerId)
  // Read after the lock: a concurrent booking that held it has committed.
  refuseCharge(row, await getOwedByPartner(ctx.db, deposit.partnerId), deposit)
  const { ref, partnerId, providerId, currency, amountMinor, feeMinor } = deposit
  const payment = await insertOnAccount(ctx.db, {
    ref,
    partner_id: partnerId,
    account_id: deposit.accountId,
    provider_id: providerId,
    country_code: deposit.countryCode,
    currency,
    amount_minor: amountMinor,
    fee_minor: feeMinor,
    description: truncate(deposit.description, 300),
    email: deposit.email,
    created_at: ctx.now,
  })
  await postMovement(
    ctx.db,
    { kind: 'capture', providerId, amountMinor, feeMinor, from: 'partners' },
    { fact: `capture:${payment.id}`, currency, at: ctx.now, providerId, ref, paymentId: payment.id, partnerId },
  )
  return payment
}

/** A movement of an account: of a booking, or a payment (`of` is null) below zero. Above zero owes more. */
type Line = { of: string | null; minor: Minor }

/**
 * Returns the bookings of an account that are not fully paid, oldest first. Refunds reduce their own booking; payments,
 * and refunds of what was already paid, settle the oldest bookings first. The open amounts sum to what is owed, if it is
 * above zero. All amounts are minor units of one currency, and lines are in the order of time.
 */
export function splitOpenItems(lines: readonly Line[]): { of: string; amountMinor: Minor; openMinor: Minor }[] {
  const charged = new Map<string, Minor>()
  let paidMinor = 0
  for (const { of, minor } of lines)
    if (of === null) paidMinor -= minor
    else charged.set(of, (charged.get(of) ?? 0) + minor)
  // A booking below zero cannot be: a refund is at most its deposit. Counting it as paid keeps the sums equal.
  for (const minor of charged.values()) if (minor < 0) paidMinor -= minor
  return [...charged].flatMap(([of, amountMinor]) => {
    const openMinor = Math.max(0, amountMinor) - Math.min(Math.max(0, amountMinor), Math.max(0, paidMinor))
    paidMinor -= Math.max(0, amountMinor) - openMinor
    return openMinor > 0 ? [{ of, amountMinor, openMinor }] : []
  })
}

const presentBooking = ({ appointment_id, number, event_date, artist }: AccountLineRow): OpenItem['booking'] | null =>
  appointment_id && number !== null && event_date
    ? { id: appointment_id, number, eventDate: event_date, artist: artist ?? '' }
    : null

async function listOpenItems(ctx: Context, partnerId: string): Promise<OpenItem[]> {
  const lines = await listAccountLines(ctx.db, partnerId)
  const charged = new Map<string, AccountLineRow>()
  for (const line of lines)
    if (line.appointment_id && !charged.has(line.appointment_id)) charged.set(line.appointment_id, line)
  const items = splitOpenItems(lines.map(({ appointment_id: of, amount_minor: minor }) => ({ of, minor })))
  return items.flatMap(({ of, amountMinor, openMinor }) => {
    const line = charged.get(of)
    const booking = line && presentBooking(line)
    return booking
      ? [{ booking, bookedAt: line.at.toISOString(), amount: toMajor(amountMinor), open: toMajor(openMinor) }]
      : []
  })
}

async function buildStatement(ctx: Context, { partner_id, currency }: PartnerAccountRow, month: string) {
  const from = new Date(`${month}-01T00:00:00Z`)
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))
  const openingMinor = await getOwedByPartner(ctx.db, partner_id, from)
  const rows = await listAccountLines(ctx.db, partner_id, { from, to })
  const lines: StatementLine[] = rows.map((row) => ({
    at: row.at.toISOString(),
    kind: row.kind,
    booking: presentBooking(row),
    reference: row.reference,
    amount: toMajor(row.amount_minor),
  }))
  const closingMinor = rows.reduce((sum, { amount_minor }) => sum + amount_minor, openingMinor)
  const statement: PartnerStatement = {
    month,
    currency,
    opening: toMajor(openingMinor),
    lines,
    closing: toMajor(closingMinor),
  }
  return { statement }
}

const getCallingPartner = ({ viewer: { key } }: Context): string => {
  if (!key?.partnerId) throw new Refusal('not_yours')
  return key.partnerId
}

/** Returns the account of the calling partner with its unpaid bookings. */
export async function readOwnAccount(ctx: Context): Promise<OutputOf<typeof partnerAccounts.read>> {
  const partnerId = getCallingPartner(ctx)
  const account = await presentNow(ctx, await getAccount(ctx, partnerId))
  return { account, items: await listOpenItems(ctx, partnerId) }
}

export async function readOwnStatement(
  ctx: Context,
  { month }: InputOf<typeof partnerAccounts.statement>,
): Promise<OutputOf<typeof partnerAccounts.statement>> {
  return buildStatement(ctx, await getAccount(ctx, getCallingPartner(ctx)), month)
}

export async function readPartnerStatement(
  ctx: Context,
  { partnerId, month }: InputOf<typeof operatorPartnerAccounts.statement>,
): Promise<OutputOf<typeof operatorPartnerAccounts.statement>> {
  return buildStatement(ctx, await getAccount(ctx, partnerId), month)
}

export async function getPartnerAccount(
  ctx: Context,
  { partnerId }: InputOf<typeof operatorPartnerAccounts.show>,
): Promise<OutputOf<typeof operatorPartnerAccounts.show>> {
  if (!(await findPartnerById(ctx.db, partnerId))) throw new Refusal('not_found')
  const row = await findPartnerAccount(ctx.db, partnerId)
  if (!row) return { account: null, items: [], payments: [] }
  return {
    account: await presentNow(ctx, row),
    items: await listOpenItems(ctx, partnerId),
    payments: (await listPartnerPayments(ctx.db, partnerId)).map(presentPayment),
  }
}

const subjectOf = (partner: { id: string; name: string }) =>
  ({ kind: 'partner', id: partner.id, name: partner.name }) as const

/** Opens a partner's account, or changes its limit. Throws `account_currency_fixed` once something was booked on it. */
export const savePartnerAccount = (
  ctx: Context,
  { partnerId, currency, limit, reason }: InputOf<typeof operatorPartnerAccounts.save>,
): Promise<OutputOf<typeof operatorPartnerAccounts.save>> =>
  ctx.transaction(async (tx) => {
    const partner = await findPartnerById(tx.db, partnerId)
    if (!partner) throw new Refusal('not_found')
    if (partner.ended_at) throw new Refusal('partner_ended')
    const before = await lockPartnerAccount(tx.db, partnerId)
    if (before && before.currency !== currency && (await hasAccountMovements(tx.db, partnerId)))
      throw createFieldRefusal('account_currency_fixed', 'currency')
    const after = { partner_id: partnerId, currency, limit_minor: toMinor(limit), opened_at: tx.now }
    const row = await upsertPartnerAccount(tx.db, after)
    await recordAudit(tx, {
      act: before ? 'partner.account.change' : 'partner.account.open',
      subject: subjectOf(partner),
      ...(before ? { before: { currency: before.currency, limitMinor: before.limit_minor } } : {}),
      after: { currency, limitMinor: row.limit_minor },
      reason,
    })
    return { account: await presentNow(tx, row) }
  })

export const closePartnerAccount = (
  ctx: Context,
  { partnerId, reason }: InputOf<typeof operatorPartnerAccounts.close>,
): Promise<OutputOf<typeof operatorPartnerAccounts.close>> =>
  ctx.transaction(async (tx) => {
    const partner = await findPartnerById(tx.db, partnerId)
    if (!partner) throw new Refusal('not_found')
    const before = await lockPartnerAccount(tx.db, partnerId)
    if (!before) throw new Refusal('account_missing')
    if (before.closed_at) throw new Refusal('account_closed')
    const row = await closePartnerAccountAt(tx.db, partnerId, tx.now)
    const account = await presentNow(tx, row)
    await recordAudit(tx, {
      act: 'partner.account.close',
      subject: subjectOf(partner),
      after: { closedAt: account.closedAt, owed: account.owed },
      reason,
    })
    return { account }
  })

const presentPayment = (row: PartnerPaymentRow): PartnerPayment => ({
  id: row.id,
  amount: toMajor(row.amount_minor),
  currency: row.currency,
  reference: row.reference,
  receivedOn: row.received_on,
  recordedAt: row.created_at.toISOString(),
  undoneAt: row.undone_at?.toISOString() ?? null,
})

/**
 * Records money that a partner has paid. Idempotent by its reference too: throws `payment_recorded` for one that is
 * recorded and not undone.
 */
export const recordPartnerPayment = (
  ctx: Context,
  { partnerId, amount, reference, receivedOn }: InputOf<typeof operatorPartnerAccounts.recordPayment>,
): Promise<OutputOf<typeof operatorPartnerAccounts.recordPayment>> =>
  ctx.idempotent(async (tx) => {
    if (receivedOn > tx.now.toISOString().slice(0, 10)) throw createFieldRefusal('date_future', 'receivedOn')
    const partner = await findPartnerById(tx.db, partnerId)
    if (!partner) throw new Refusal('not_found')
    const row = await lockPartnerAccount(tx.db, partnerId)
    if (!row) throw new Refusal('account_missing')
    const paid = await insertPartnerPayment(tx.db, {
      partner_id: partnerId,
      currency: row.currency,
      amount_minor: toMinor(amount),
      reference,
      received_on: receivedOn,
      created_at: tx.now,
      created_by: getDecidingOperator(tx),
    })
    if (!paid) throw createFieldRefusal('payment_recorded', 'reference')
    await postPaid(tx, paid, paid.amount_minor)
    await recordAudit(tx, {
      act: 'partner.payment.record',
      subject: subjectOf(partner),
      after: { amountMinor: paid.amount_minor, currency: paid.currency, reference, receivedOn },
    })
    return { account: await presentNow(tx, row), payment: presentPayment(paid) }
  })

/** Undoes a recorded payment by a counter-entry. Throws `state_changed` if it is undone already. */
export const undoPartnerPayment = (
  ctx: Context,
  { partnerId, paymentId, reason }: InputOf<typeof operatorPartnerAccounts.undoPayment>,
): Promise<OutputOf<typeof operatorPartnerAccounts.undoPayment>> =>
  ctx.idempotent(async (tx) => {
    const partner = await findPartnerById(tx.db, partnerId)
    if (!partner || !(await hasPartnerPayment(tx.db, partnerId, paymentId))) throw new Refusal('not_found')
    const row = await lockPartnerAccount(tx.db, partnerId)
    if (!row) throw new Refusal('account_missing')
    const undone = await undoPartnerPaymentAt(tx.db, partnerId, paymentId, tx.now)
    if (!undone) throw new Refusal('state_changed')
    await postPaid(tx, undone, -undone.amount_minor)
    await recordAudit(tx, {
      act: 'partner.payment.undo',
      subject: subjectOf(partner),
      before: { amountMinor: undone.amount_minor, currency: undone.currency, reference: undone.reference },
      reason,
    })
    return { account: await presentNow(tx, row), payment: presentPayment(undone) }
  })

const postPaid = (tx: Context, { id, partner_id, currency, reference }: PartnerPaymentRow, amountMinor: Minor) =>
  postMovement(
    tx.db,
    { kind: 'partner_paid', amountMinor },
    {
      fact: amountMinor > 0 ? `partner_paid:${id}` : `partner_paid_undone:${id}`,
      currency,
      at: tx.now,
      providerId: null,
      ref: id,
      partnerId: partner_id,
      note: reference,
    },
  )
