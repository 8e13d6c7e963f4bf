import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major, type Minor } from '#contract/money.ts'
import type { operatorBank } from '#contract/operator/bank.ts'
import type { Context } from '#server/platform/context.ts'
import { type Compared, compareBooks, heldOf, kindsBetween } from '#server/payments/ledger/bank-line-queries.ts'
import { heldTooLongBefore } from '#server/payments/ledger/holding.ts'
import { linesReadUntil } from '#server/payments/ledger/read-lines.ts'

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
