import { formatClock, formatDate, formatDuration, formatMoney } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { countUnanswered } from './operator.queries.ts'
import { sumHeldFunds, insertLine, findNewestMovement, findUnbalanced, postMovement } from './ledger.queries.ts'
import { notifyOperators } from './notify-operators.ts'
import type { BankLine } from '#server/gateways/payments/gateway.ts'
import { stripeCountries } from '#server/gateways/payments/keys.ts'
import { getCurrentGateway, getStripeHoldDays, openGateway } from '#server/gateways/payments/payments.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { saveSetting, getSettingInTransaction } from '#server/platform/settings.ts'
import type { Movement } from './ledger.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'

const SILENT_MINUTES = 60
const DAY_MS = 86_400_000

const checkedKey = 'payments.ledgerChecked'
/** Movements up to `until` balance. Those up to `newest` were visible to the last check; `fullAt` checked all. */
type Checked = { until: string; newest: string; fullAt: string }

/** Returns the movement up to which the ledger is known to balance. */
export const getLedgerCheckedUntil = async (ctx: Context): Promise<string> =>
  (await getSettingInTransaction<Checked>(ctx.db, checkedKey))?.until ?? '0'

/** Reads the new movements each hour and all movements once a day. After an imbalance it reads all each time. */
async function findImbalance(ctx: Context): ReturnType<typeof findUnbalanced> {
  const last = await getSettingInTransaction<Checked>(ctx.db, checkedKey)
  const isFull = !last || ctx.now.getTime() - Date.parse(last.fullAt) >= DAY_MS
  const newest = await findNewestMovement(ctx.db)
  const off = await findUnbalanced(ctx.db, isFull ? '0' : last.until)
  // A movement with a smaller id may be committed later, so `until` is what the run before saw.
  const checked: Checked = {
    until: off.length > 0 ? '0' : (last?.newest ?? '0'),
    newest: off.length > 0 ? '0' : newest,
    fullAt: isFull ? ctx.now.toISOString() : last.fullAt,
  }
  await saveSetting(ctx.database, ctx.db, checkedKey, checked, ctx.now)
  return off
}

/**
 * Asserts that all ledger entries sum to zero and that no payment is unresolved. Otherwise notifies operators once a
 * day.
 */
export async function checkLedger(ctx: Context): Promise<void> {
  const today = ctx.now.toISOString().slice(0, 10)
  const silent = await countUnanswered(ctx.db, new Date(ctx.now.getTime() - SILENT_MINUTES * 60_000))
  if (silent > 0) {
    await ctx.transaction((ctx) =>
      notifyOperators(ctx, 'op.intent.open', {
        values: { n: silent, duration: formatDuration(SILENT_MINUTES) },
        path: '/operator/payments?open=true',
        fact: today,
      }),
    )
  }
  const off = await findImbalance(ctx)
  if (off.length === 0) return
  const amount = off
    .map(({ minor, currency }) => formatMoney(toMajor(Number(minor)), currency, { decimals: 'always', mixed: true }))
    .join(', ')
  const since = new Date(off[0]?.since ?? ctx.now).toISOString()
  await ctx.transaction((ctx) =>
    notifyOperators(ctx, 'op.ledger.off', {
      values: { amount, dateTime: `${formatDate(since.slice(0, 10), 'GB')}, ${formatClock(since.slice(11, 16))}` },
      path: '/operator/ledger',
      fact: today,
    }),
  )
  // An imbalance is a bug of ours, so the job fails.
  throw new Error(`the ledger is off by ${amount}`)
}

const HOUR_MS = 3_600_000
/** Lines may appear some time after their timestamp. */
const OVERLAP_MS = 6 * HOUR_MS
const FIRST_DAYS = 62

const keyOf = (country: string): string => `payments.linesReadUntil.${country}`

export const getLinesReadUntil = async (ctx: Context, country: string): Promise<Date | null> => {
  const until = await getSettingInTransaction<string>(ctx.db, keyOf(country))
  return until ? new Date(until) : null
}

/**
 * Reads each market's balance lines since the last run and records those without an event: gateway fees, own payouts
 * and corrections.
 */
export async function readLines(ctx: Context): Promise<void> {
  if (getCurrentGateway(ctx.env) !== 'stripe') return
  for (const country of stripeCountries)
    await readLinesOf(ctx, country).catch((fault: unknown) =>
      ctx.log.warn(
        { ...toFaultFields(fault), country },
        'fetching the balance transactions of the payment provider failed',
      ),
    )
}

/** Reads one market, optionally from an earlier day. Must not run inside a transaction. */
export async function readLinesOf(ctx: Context, country: string, from?: Date): Promise<void> {
  const last = await getLinesReadUntil(ctx, country)
  const since = last ? last.getTime() - OVERLAP_MS : ctx.now.getTime() - FIRST_DAYS * 24 * HOUR_MS
  const gateway = await openGateway(ctx, 'stripe', country)
  const start = new Date(Math.min(since, from?.getTime() ?? since))
  for (const line of await gateway.lines(start, new Date(ctx.now.getTime() + HOUR_MS)))
    await ctx.transaction((ctx) => saveBankLine(ctx, country, line))
  await saveSetting(ctx.database, ctx.db, keyOf(country), ctx.now.toISOString(), ctx.now)
}

async function saveBankLine(ctx: Context, country: string, line: BankLine): Promise<void> {
  const fresh = await insertLine(ctx.db, {
    gateway: 'stripe',
    line_id: line.id,
    country_code: country,
    type: line.type,
    category: line.category,
    source: line.source,
    currency: line.currency,
    amount_minor: line.amountMinor,
    fee_minor: line.feeMinor,
    net_minor: line.netMinor,
    description: line.description,
    created_at: line.createdAt,
    available_at: line.availableAt,
    read_at: ctx.now,
  })
  if (!fresh) return
  const about = {
    currency: line.currency,
    at: line.createdAt,
    providerId: null,
    note: line.description,
    source: line.source ?? line.id,
  }
  if (line.feeMinor !== 0)
    await postMovement(
      ctx.db,
      { kind: 'service_fee', amountMinor: line.feeMinor },
      { ...about, fact: `fee:${line.id}` },
    )
  const movement = movementOf(line)
  if (movement) await postMovement(ctx.db, movement, { ...about, fact: `line:${line.id}` })
}

// Types of balance lines that have their own webhook event.
const told: ReadonlySet<string> = new Set([
  'charge',
  'payment',
  'refund',
  'payment_refund',
  'refund_failure',
  'payment_failure_refund',
  'transfer',
  'transfer_refund',
])

function movementOf({ type, category, amountMinor }: BankLine): Movement | null {
  if (told.has(type) || category === 'dispute' || category === 'dispute_reversal') return null
  if (type.startsWith('payout')) return { kind: 'own_payout', amountMinor: -amountMinor }
  if (type.startsWith('topup')) return { kind: 'top_up', amountMinor }
  if (category === 'fee' || category === 'network_cost' || category === 'tax')
    return { kind: 'service_fee', amountMinor: -amountMinor }
  return { kind: 'adjustment', amountMinor }
}

/** Funds captured before this time exceed the holding period. */
export const getHoldingLimit = (country: string, now: Date): Date =>
  new Date(now.getTime() - getStripeHoldDays(country) * DAY_MS)

const WARN_DAYS = 7

/**
 * Notifies operators a week before funds exceed the holding period. The gateway then pays them to the platform's bank,
 * and the platform must top up before the artist is paid.
 */
export async function notifyHeldFunds(ctx: Context): Promise<void> {
  if (getCurrentGateway(ctx.env) !== 'stripe') return
  const soon = new Date(ctx.now.getTime() + WARN_DAYS * DAY_MS)
  // A window of one day: the job runs daily, and each amount is reported once.
  const untilThen = (country: string) => {
    const before = getHoldingLimit(country, soon)
    return { from: new Date(before.getTime() - DAY_MS), before }
  }
  for (const country of stripeCountries)
    for (const { currency, payments, minor } of await sumHeldFunds(ctx.db, country, untilThen(country)))
      await raiseAlarm(ctx, {
        kind: 'payments.holding',
        subjectId: `${country} ${currency}`,
        values: {
          n: payments,
          country,
          amount: formatMoney(toMajor(Number(minor)), currency, { decimals: 'always', mixed: true }),
        },
      })
}
