import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import type { Context } from '#server/platform/context.ts'
import { entriesOfMovements, fetchMovements } from './operator-queries.ts'
import { balances, offBalance } from '#server/payments/ledger/ledger-queries.ts'
import { iso } from './present-money.ts'

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
