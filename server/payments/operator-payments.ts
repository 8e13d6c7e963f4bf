import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import {
  countUnanswered,
  listEntriesOfMovements,
  listEvents,
  fetchMovements,
  fetchPayments,
  findOperatorPayment,
  listOperatorRefunds,
  listPaymentEvents,
  sumPaymentsSince,
} from './operator.queries.ts'
import { toIso, presentPayment, presentRefund } from './present-money.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getWholeOfPayment } from './payable.ts'
import { findPaymentById } from './payments.queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { syncPayment } from './events.ts'
import { sendSoon } from './charging.ts'
import type { operatorBank } from '#contract/operator/bank.ts'
import {
  listAccountBalances,
  compareBooks,
  type LedgerComparison,
  sumHeldFunds,
  sumBankLinesByKind,
  findUnbalanced,
} from './ledger.queries.ts'
import { getHoldingLimit, getLedgerCheckedUntil, getLinesReadUntil } from './ledger-check.ts'

const SILENCE_MS = 120_000
const MONTH_MS = 30 * 86_400_000

export async function listPayments(
  ctx: Context,
  { cursor, failed, ...input }: InputOf<typeof money.payments>,
): Promise<OutputOf<typeof money.payments>> {
  const { rows, nextCursor } = await fetchPayments(ctx.db, { ...input, failed: failed ? ctx.now : undefined, cursor })
  await recordAccess(ctx, { what: 'payments', of: rows.map((row) => row.account_id) })
  const month = await sumPaymentsSince(ctx.db, new Date(ctx.now.getTime() - MONTH_MS))
  return {
    payments: rows.map(presentPayment),
    unanswered: await countUnanswered(ctx.db, new Date(ctx.now.getTime() - SILENCE_MS)),
    month: {
      payments: month.reduce((sum, { payments }) => sum + payments, 0),
      taken: month.map(({ currency, taken }) => ({ currency, amount: toMajor(taken) })),
      returned: month
        .filter(({ returned }) => returned > 0)
        .map(({ currency, returned }) => ({ currency, amount: toMajor(returned) })),
    },
    nextCursor,
  }
}

export async function getOperatorPayment(
  ctx: Context,
  { paymentId }: InputOf<typeof money.payment>,
): Promise<OutputOf<typeof money.payment>> {
  const row = await findOperatorPayment(ctx.db, paymentId)
  if (!row) throw new Refusal('not_found')
  await recordAccess(ctx, { what: 'payment', subjectId: row.id, of: [row.account_id] })
  const payment = await findPaymentById(ctx.db, paymentId)
  if (!payment) throw new Refusal('not_found')
  const whole = await getWholeOfPayment(ctx, payment)
  const story = await listPaymentEvents(ctx.db, paymentId)
  if (!story) throw new Refusal('not_found')
  const events = (await listEvents(ctx.db, paymentId)).map((e) => ({
    id: e.event_id,
    kind: e.kind,
    outcome: e.outcome as 'moved',
    occurredAt: toIso(e.occurred_at) as string,
    at: toIso(e.at) as string,
  }))
  return {
    payment: presentPayment(row),
    whole: { total: toMajor(whole.totalMinor), fee: toMajor(whole.feeMinor) },
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
    ).flatMap(([step, at]) => (at ? [{ step, at: toIso(at) as string }] : [])),
    refunds: (await listOperatorRefunds(ctx.db, paymentId)).map(presentRefund),
    events,
  }
}

export async function syncOperatorPayment(
  ctx: Context,
  { paymentId }: InputOf<typeof money.syncPayment>,
): Promise<OutputOf<typeof money.syncPayment>> {
  const row = await findPaymentById(ctx.db, paymentId)
  if (!row) throw new Refusal('not_found')
  if (!(await syncPayment(ctx, row))) throw new Refusal('payment_unreachable')
  await sendSoon(ctx)
  return ctx.idempotent(async (tx) => {
    await recordAudit(tx, { act: 'payment.ask', subject: { kind: 'payment', id: row.id, name: String(row.number) } })
    const now = await findOperatorPayment(tx.db, paymentId)
    if (!now) throw new Refusal('not_found')
    return { payment: presentPayment(now) }
  })
}

type Books = OutputOf<typeof operatorBank.books>

export async function getBankBooks(
  ctx: Context,
  { month, country }: InputOf<typeof operatorBank.books>,
): Promise<Books> {
  const [from, until] = monthOf(month)
  const readAt = await getLinesReadUntil(ctx, country)
  const compared = await compareBooks(ctx.db, { country, from, until, readAt: readAt ?? from })
  const kinds = await sumBankLinesByKind(ctx.db, country, from, until)
  return {
    month,
    country,
    readAt: readAt?.toISOString() ?? null,
    kinds: kinds.map(({ category, currency, lines, net }) => ({
      category,
      currency,
      lines,
      net: toMajor(Number(net)),
    })),
    totals: totalsOf(compared),
    differences: compared.filter(({ service, ledger }) => Number(service) !== Number(ledger)).map(difference),
    beyondHolding: (await sumHeldFunds(ctx.db, country, { before: getHoldingLimit(country, ctx.now) })).map(
      ({ currency, payments, minor, since }) => ({
        currency,
        payments,
        amount: toMajor(Number(minor)),
        from: new Date(since).toISOString(),
      }),
    ),
  }
}

function monthOf(month: string): [Date, Date] {
  const [year = 0, at = 1] = month.split('-').map(Number)
  return [new Date(Date.UTC(year, at - 1, 1)), new Date(Date.UTC(year, at, 1))]
}

function totalsOf(compared: readonly LedgerComparison[]): Books['totals'] {
  const sums = new Map<string, { service: Minor; ledger: Minor }>()
  for (const { currency, service, ledger } of compared) {
    const sum = sums.get(currency) ?? { service: 0, ledger: 0 }
    sums.set(currency, { service: sum.service + Number(service), ledger: sum.ledger + Number(ledger) })
  }
  return [...sums].map(([currency, { service, ledger }]) => ({
    currency,
    service: toMajor(service),
    ledger: toMajor(ledger),
  }))
}

const difference = (one: LedgerComparison): Books['differences'][number] => ({
  name: one.name,
  category: one.category ?? '',
  why: one.category === null ? 'not_at_service' : Number(one.ledger) === 0 ? 'not_in_ledger' : 'amount',
  currency: one.currency,
  service: toMajor(Number(one.service)),
  ledger: toMajor(Number(one.ledger)),
  at: new Date(one.at).toISOString(),
  payment: one.payment_id ? { id: one.payment_id, number: String(one.number) } : null,
})

export async function getLedger(
  ctx: Context,
  { account, from, to, ...page }: InputOf<typeof money.ledger>,
): Promise<OutputOf<typeof money.ledger>> {
  const { rows, nextCursor } = await fetchMovements(ctx.db, { account, from, to }, page)
  const entries = Map.groupBy(
    await listEntriesOfMovements(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    ({ movement_id }) => movement_id,
  )
  return {
    movements: rows.map((m) => ({
      id: String(m.id),
      kind: m.kind,
      fact: m.fact,
      at: m.at,
      provider: m.provider,
      paymentNumber: m.number === null ? null : String(m.number),
      bookingNumber: m.booking_number,
      entries: (entries.get(m.id) ?? []).map((e) => ({
        account: e.account,
        currency: e.currency,
        amount: toMajor(Number(e.amount_minor)),
      })),
    })),
    nextCursor,
    checkedAt: ctx.now.toISOString(),
    off: (await findUnbalanced(ctx.db, await getLedgerCheckedUntil(ctx))).map(({ currency, minor, since }) => ({
      currency,
      amount: toMajor(Number(minor)),
      since: toIso(since),
    })),
    balances: (await listAccountBalances(ctx.db)).map((b) => ({
      account: b.account,
      currency: b.currency,
      amount: toMajor(Number(b.minor)),
    })),
  }
}
