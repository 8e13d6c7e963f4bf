import { isDeepStrictEqual } from 'node:util'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import { type ChargeBack, evidenceLimits, type operatorBank } from '#contract/operator/bank.ts'
import { truncate } from '#contract/text.ts'
import { type Evidence, GatewayRefused } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  type ChargeBackRow,
  type ChargeBackRowView,
  fetchChargeBacks,
  findChargeBack,
  findChargeBackById,
  listUnansweredChargeBacks,
  lockChargeBack,
  updateChargeBack,
} from './charge-backs.queries.ts'
import { drawPdf } from './draw-pdf.ts'
import { getPayableHandlers } from './payable.ts'
import { findPaymentById, listRefundsOf, type PaymentRow } from './payments.queries.ts'
import { toIso } from './present-money.ts'

/**
 * Evidence of a dispute as stored: the text fields, the complete record if it does not fit into `text`, and the id of
 * its PDF at the payment service once uploaded.
 */
type StoredEvidence = Evidence & { record: string | null; recordFile: string | null }

const DAY_MS = 86_400_000
/** About 10 pages. A card network accepts 19 pages, text fields included. */
const MAX_RECORD = 40_000
const attached = 'The complete record is attached as a PDF.'

/** Returns disputed payments, newest first. */
export async function listChargeBacks(
  ctx: Context,
  { state, ...page }: InputOf<typeof operatorBank.chargeBacks>,
): Promise<OutputOf<typeof operatorBank.chargeBacks>> {
  const { rows, nextCursor } = await fetchChargeBacks(ctx.db, state, page)
  return { chargeBacks: rows.map(presentChargeBack), nextCursor }
}

/** Returns a dispute with its evidence, as submitted or as it would be. */
export async function getChargeBack(
  ctx: Context,
  { chargeBackId }: InputOf<typeof operatorBank.chargeBack>,
): Promise<OutputOf<typeof operatorBank.chargeBack>> {
  const row = await findChargeBack(ctx.db, chargeBackId)
  const payment = row && (await findPaymentById(ctx.db, row.payment_id))
  if (!row || !payment) throw new Refusal('not_found')
  await recordAccess(ctx, { what: 'payment', subjectId: payment.id, of: [payment.account_id] })
  const { record, recordFile: _, ...evidence } = parseStored(row.evidence) ?? (await collectEvidence(ctx, payment))
  return { chargeBack: presentChargeBack(row), evidence, record }
}

const presentChargeBack = (row: ChargeBackRowView): ChargeBack => ({
  id: row.id,
  payment: { id: row.payment_id, number: String(row.number), description: row.description },
  provider: row.provider ?? '',
  amount: toMajor(row.amount_minor),
  fee: toMajor(row.fee_minor),
  currency: row.currency,
  reason: row.reason,
  state: row.state as ChargeBack['state'],
  dueAt: toIso(row.due_at),
  sentAt: toIso(row.evidence_sent_at),
  rejection: row.evidence_error,
  at: row.at,
})

/** Submits an operator's evidence for a dispute. Refuses `evidence_rejected` with the payment service's reason. */
export async function answerChargeBack(
  ctx: Context,
  { chargeBackId, ...evidence }: InputOf<typeof operatorBank.answerChargeBack>,
): Promise<OutputOf<typeof operatorBank.answerChargeBack>> {
  const row = await findChargeBackById(ctx.db, chargeBackId)
  const payment = row && (await findPaymentById(ctx.db, row.payment_id))
  if (!row || !payment) throw new Refusal('not_found')
  if (row.state !== 'open') throw new Refusal('state_changed')
  const { record, recordFile } = parseStored(row.evidence) ?? (await collectEvidence(ctx, payment))
  await submitEvidence(ctx, row, payment, { ...evidence, record, recordFile })
  return ctx.idempotent(async (tx) => {
    await saveEvidenceSent(tx, row.id)
    await recordAudit(tx, {
      act: 'payment.defend',
      subject: { kind: 'payment', id: payment.id, name: String(payment.number) },
    })
    const now = await findChargeBack(tx.db, row.id)
    if (!now) throw new Refusal('not_found')
    return { chargeBack: presentChargeBack(now) }
  })
}

/**
 * Submits evidence on the last day, because an unanswered dispute is lost. Raises an alarm if the payment service
 * rejects it, and leaves the dispute to an operator then.
 */
export async function answerLastDay(ctx: Context): Promise<void> {
  for (const row of await listUnansweredChargeBacks(ctx.db, new Date(ctx.now.getTime() + DAY_MS))) {
    const payment = await findPaymentById(ctx.db, row.payment_id)
    if (!payment) continue
    try {
      await submitEvidence(ctx, row, payment, parseStored(row.evidence) ?? (await collectEvidence(ctx, payment)))
      await ctx.transaction((tx) => saveEvidenceSent(tx, row.id))
    } catch (fault) {
      ctx.log.warn({ ...toFaultFields(fault), chargeBack: row.id }, 'dispute evidence was not submitted')
      if (fault instanceof Refusal && fault.code === 'evidence_rejected') await raiseRejection(ctx, row, payment)
    }
  }
}

async function raiseRejection(ctx: Context, { id, due_at }: ChargeBackRow, payment: PaymentRow): Promise<void> {
  const why = (await findChargeBackById(ctx.db, id))?.evidence_error ?? ''
  const date = due_at ? formatDate(due_at.toISOString().slice(0, 10), 'GB') : '–'
  const values = { number: String(payment.number), why: /[.!?]$/.test(why) ? why : `${why}.`, date }
  await raiseAlarm(ctx, { kind: 'payments.evidence', subjectId: id, values })
}

/**
 * Stores the evidence and submits it. A retry sends the stored evidence with the same idempotency key; other evidence
 * needs another key, because the payment service refuses a used key with other parameters.
 */
async function submitEvidence(
  ctx: Context,
  row: ChargeBackRow,
  payment: PaymentRow,
  given: StoredEvidence,
): Promise<void> {
  const isRetry = row.evidence === null || isDeepStrictEqual(parseStored(row.evidence), given)
  const attempt = isRetry ? row.evidence_attempt : row.evidence_attempt + 1
  const key = attempt === 0 ? `evidence:${row.id}` : `evidence:${row.id}:${attempt}`
  const save = (evidence: StoredEvidence) =>
    updateChargeBack(ctx.db, row.id, { evidence: JSON.stringify(evidence) as never, evidence_attempt: attempt })
  await save(given)
  const gateway = await openGateway(ctx, row.gateway, payment.country_code)
  try {
    const { record, ...fields } = given
    const recordFile =
      fields.recordFile ?? (record === null ? null : await gateway.uploadRecord(await drawRecord(record, payment)))
    // The file's id is saved before it is used: after a second upload, the same key would have another payload.
    if (recordFile !== fields.recordFile) await save({ ...given, recordFile })
    const { recordFile: _, ...evidence } = fields
    await gateway.submitEvidence(row.gateway_id, evidence, recordFile, key)
  } catch (fault) {
    if (fault instanceof GatewayRefused) {
      await updateChargeBack(ctx.db, row.id, { evidence_error: fault.message, evidence_attempt: attempt + 1 })
      throw new Refusal('evidence_rejected', { detail: { reason: fault.message } })
    }
    ctx.log.warn(toFaultFields(fault), 'the payment service did not accept dispute evidence')
    throw new Refusal('payment_unreachable')
  }
}

async function saveEvidenceSent(ctx: Context, id: string): Promise<void> {
  const row = await lockChargeBack(ctx.db, id)
  if (!row) return
  const state = row.state === 'open' ? { state: 'sent' as const } : {}
  await updateChargeBack(ctx.db, id, { evidence_error: '', evidence_sent_at: ctx.now, ...state })
}

const drawRecord = (record: string, payment: PaymentRow): Promise<Buffer> =>
  drawPdf(
    {
      title: 'Record of the booking',
      language: 'en',
      facts: [
        ['Payment', String(payment.number)],
        ['Description', payment.description],
      ],
      tables: [],
      notes: record.split('\n').filter(Boolean),
    },
    payment.country_code === 'US' || payment.country_code === 'CA' ? 'LETTER' : 'A4',
  )

/** Collects the evidence of a disputed payment: its booking and earlier refunds. Not inside a transaction. */
export async function collectEvidence(ctx: Context, payment: PaymentRow): Promise<StoredEvidence> {
  const known = await getPayableHandlers(payment.kind).evidence?.(ctx, payment)
  const refunds = (await listRefundsOf(ctx.db, [payment.id])).filter(({ state }) => state === 'done')
  const lines = refunds.map(({ amount_minor, done_at }) => {
    const amount = formatMoney(toMajor(amount_minor), payment.currency, { decimals: 'always', mixed: true })
    return `${amount} was refunded${done_at ? ` on ${new Date(done_at).toISOString().slice(0, 10)}` : ''}.`
  })
  const record = [known?.text ?? '', ...lines].filter(Boolean).join('\n\n') || payment.description
  const isLong = record.length > evidenceLimits.text
  return {
    ...fitEvidence({ customerEmail: payment.email, productDescription: payment.description, ...known }),
    text: isLong ? `${attached}\n\n${truncateUnits(record, evidenceLimits.text - attached.length - 2)}` : record,
    record: isLong ? truncateUnits(record, MAX_RECORD) : null,
    recordFile: null,
  }
}

/** Returns the stored evidence. Rows of earlier versions lack some fields. */
const parseStored = (stored: unknown): StoredEvidence | null => {
  if (stored === null || stored === undefined) return null
  const { record = null, recordFile = null, ...fields } = stored as Partial<StoredEvidence>
  return { ...fitEvidence(fields), record, recordFile }
}

const fitEvidence = (fields: Partial<Evidence>): Evidence => {
  const get = (field: keyof Evidence) => truncateUnits(fields[field] ?? '', evidenceLimits[field])
  return {
    customerName: get('customerName'),
    customerEmail: get('customerEmail'),
    productDescription: get('productDescription'),
    serviceDate: get('serviceDate'),
    cancellationPolicy: get('cancellationPolicy'),
    refundPolicy: get('refundPolicy'),
    text: get('text'),
  }
}

/** Cuts a text to at most `most` UTF-16 units without splitting a character. */
function truncateUnits(text: string, most: number): string {
  const cut = truncate(text, most)
  return cut.length <= most ? cut : truncate(text, most >> 1)
}
