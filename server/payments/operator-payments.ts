import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major, type Minor } from '#contract/money.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import {
  countUnanswered,
  entriesOfMovements,
  eventsOf,
  fetchMovements,
  fetchPayments,
  operatorPayment,
  operatorRefundsOf,
  paymentStory,
  takenSince,
} from './operator.queries.ts'
import { iso, presentPayment, presentRefund } from './present-money.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { wholeOf } from './payable.ts'
import { paymentById } from './payments.queries.ts'
import { record } from '#server/platform/audit.ts'
import { askPayment } from './events.ts'
import { sendSoon } from './charging.ts'
import type { operatorBank } from '#contract/operator/bank.ts'
import { balances, compareBooks, type Compared, heldOf, kindsBetween, offBalance } from './ledger.queries.ts'
import { heldTooLongBefore, linesReadUntil } from './ledger-check.ts'

const SILENCE_MS = 120_000
const MONTH_MS = 30 * 86_400_000

/** Payments, newest first, with what the last 30 days have taken. */
export async function listPayments(
  ctx: Context,
  { cursor, failed, ...input }: InputOf<typeof money.payments>,
): Promise<OutputOf<typeof money.payments>> {
  const { rows, nextCursor } = await fetchPayments(ctx.db, { ...input, failed: failed ? ctx.now : undefined, cursor })
  await recordAccess(ctx, { what: 'payments', of: rows.map((row) => row.account_id) })
  const month = await takenSince(ctx.db, new Date(ctx.now.getTime() - MONTH_MS))
  return {
    payments: rows.map(presentPayment),
    unanswered: await countUnanswered(ctx.db, new Date(ctx.now.getTime() - SILENCE_MS)),
    month: {
      payments: month.reduce((sum, { payments }) => sum + payments, 0),
      taken: month.map(({ currency, taken }) => ({ currency, amount: major(taken) })),
      returned: month
        .filter(({ returned }) => returned > 0)
        .map(({ currency, returned }) => ({ currency, amount: major(returned) })),
    },
    nextCursor,
  }
}

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

/** Asks the gateway how a payment stands, now. */
export async function askPaymentAgain(
  ctx: Context,
  { paymentId }: InputOf<typeof money.askPayment>,
): Promise<OutputOf<typeof money.askPayment>> {
  const row = await paymentById(ctx.db, paymentId)
  if (!row) throw new Refusal('not_found')
  if (!(await askPayment(ctx, row))) throw new Refusal('payment_unreachable')
  await sendSoon(ctx)
  return ctx.once(async (tx) => {
    await record(tx, { act: 'payment.ask', subject: { kind: 'payment', id: row.id, name: String(row.number) } })
    const now = await operatorPayment(tx.db, paymentId)
    if (!now) throw new Refusal('not_found')
    return { payment: presentPayment(now) }
  })
}

type Books = OutputOf<typeof operatorBank.books>

/** A month of a market as the payment service tells it, beside the ledger, to the minor unit. */
export async function showBankBooks(
  ctx: Context,
  { month, country }: InputOf<typeof operatorBank.books>,
): Promise<Books> {
  const [from, until] = monthOf(month)
  const readAt = await linesReadUntil(ctx, country)
  const compared = await compareBooks(ctx.db, { country, from, until, readAt: readAt ?? from })
  const kinds = await kindsBetween(ctx.db, country, from, until)
  return {
    month,
    country,
    readAt: readAt?.toISOString() ?? null,
    kinds: kinds.map(({ category, currency, lines, net }) => ({ category, currency, lines, net: major(Number(net)) })),
    totals: totalsOf(compared),
    differences: compared.filter(({ service, ledger }) => Number(service) !== Number(ledger)).map(difference),
    beyondHolding: (await heldOf(ctx.db, country, { before: heldTooLongBefore(country, ctx.now) })).map(
      ({ currency, payments, minor, since }) => ({
        currency,
        payments,
        amount: major(Number(minor)),
        from: new Date(since).toISOString(),
      }),
    ),
  }
}

function monthOf(month: string): [Date, Date] {
  const [year = 0, at = 1] = month.split('-').map(Number)
  return [new Date(Date.UTC(year, at - 1, 1)), new Date(Date.UTC(year, at, 1))]
}

function totalsOf(compared: readonly Compared[]): Books['totals'] {
  const sums = new Map<string, { service: Minor; ledger: Minor }>()
  for (const { currency, service, ledger } of compared) {
    const sum = sums.get(currency) ?? { service: 0, ledger: 0 }
    sums.set(currency, { service: sum.service + Number(service), ledger: sum.ledger + Number(ledger) })
  }
  return [...sums].map(([currency, { service, ledger }]) => ({
    currency,
    service: major(service),
    ledger: major(ledger),
  }))
}

const difference = (one: Compared): Books['differences'][number] => ({
  name: one.name,
  category: one.category ?? '',
  why: one.category === null ? 'not_at_service' : Number(one.ledger) === 0 ? 'not_in_ledger' : 'amount',
  currency: one.currency,
  service: major(Number(one.service)),
  ledger: major(Number(one.ledger)),
  at: new Date(one.at).toISOString(),
  payment: one.payment_id ? { id: one.payment_id, number: String(one.number) } : null,
})

/** The movements of money, the balances, and whether all of it sums to zero. */
export async function showLedger(
  ctx: Context,
  { account, cursor }: InputOf<typeof money.ledger>,
): Promise<OutputOf<typeof money.ledger>> {
  const { rows, nextCursor } = await fetchMovements(ctx.db, account, { cursor })
  const entries = Map.groupBy(
    await entriesOfMovements(
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
      entries: (entries.get(m.id) ?? []).map((e) => ({
        account: e.account,
        currency: e.currency,
        amount: major(Number(e.amount_minor)),
      })),
    })),
    nextCursor,
    checkedAt: ctx.now.toISOString(),
    off: (await offBalance(ctx.db)).map(({ currency, minor, since }) => ({
      currency,
      amount: major(Number(minor)),
      since: iso(since),
    })),
    balances: (await balances(ctx.db)).map((b) => ({
      account: b.account,
      currency: b.currency,
      amount: major(Number(b.minor)),
    })),
  }
}
