import type { BankLine } from '#server/gateways/payments/gateway.ts'
import { stripeCountries } from '#server/gateways/payments/keys.ts'
import { gatewayNow, openGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { saveSetting, settingIn } from '#server/platform/settings.ts'
import { insertLine } from './bank-line-queries.ts'
import type { Movement } from './ledger.ts'
import { post } from './ledger-queries.ts'

const HOUR_MS = 3_600_000
/** A line may come to be seen a little after the instant that it bears. */
const OVERLAP_MS = 6 * HOUR_MS
const FIRST_DAYS = 62

const keyOf = (country: string): string => `payments.linesReadUntil.${country}`

/** Until when a market's lines have been read; nothing where none ever were. */
export const linesReadUntil = async (ctx: Context, country: string): Promise<Date | null> => {
  const until = await settingIn<string>(ctx.db, keyOf(country))
  return until ? new Date(until) : null
}

/** Reads what the service has moved in the balance of each market since the last time, and writes down what no event tells of: its fees, what went to the platform's own bank, and what it corrected. */
export async function readLines(ctx: Context): Promise<void> {
  if (gatewayNow(ctx.env) !== 'stripe') return
  for (const country of stripeCountries)
    await readLinesOf(ctx, country).catch((fault: unknown) =>
      ctx.log.warn({ ...faultFields(fault), country }, 'the payment service did not show its books'),
    )
}

/** The same for one market, from an earlier day on where it is given. Not inside a transaction. */
export async function readLinesOf(ctx: Context, country: string, from?: Date): Promise<void> {
  const last = await linesReadUntil(ctx, country)
  const since = last ? last.getTime() - OVERLAP_MS : ctx.now.getTime() - FIRST_DAYS * 24 * HOUR_MS
  const gateway = await openGateway(ctx, 'stripe', country)
  const start = new Date(Math.min(since, from?.getTime() ?? since))
  for (const line of await gateway.lines(start, new Date(ctx.now.getTime() + HOUR_MS)))
    await ctx.transaction((ctx) => keepLine(ctx, country, line))
  await saveSetting(ctx.database, ctx.db, keyOf(country), ctx.now.toISOString(), ctx.now)
}

async function keepLine(ctx: Context, country: string, line: BankLine): Promise<void> {
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
    await post(ctx.db, { kind: 'service_fee', amountMinor: line.feeMinor }, { ...about, fact: `fee:${line.id}` })
  const movement = movementOf(line)
  if (movement) await post(ctx.db, movement, { ...about, fact: `line:${line.id}` })
}

// What an event tells of is written down by that event.
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
