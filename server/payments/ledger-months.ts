import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type { LedgerMonth, operatorMoney } from '#contract/operator/money.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findFirstOpenMonth, insertLedgerClose, listLedgerMonths, lockLedger } from './ledger-months.queries.ts'
import { toIso } from './present-money.ts'

/** The time after a month in which late events still arrive. */
const SETTLE_MS = 86_400_000

/** Lists the past months of the ledger, newest first. */
export async function listMonths(ctx: Context): Promise<OutputOf<typeof operatorMoney.ledgerMonths>> {
  const rows = await listLedgerMonths(ctx.db, ctx.now)
  const next = new Map(rows.filter(({ closed_at }) => !closed_at).map(({ currency, month }) => [currency, month]))
  return {
    months: rows.map(
      ({ currency, month, closed_at, closed_by, balances }): LedgerMonth => ({
        currency,
        month,
        state: closed_at ? 'closed' : next.get(currency) === month ? 'next' : 'open',
        closedAt: toIso(closed_at),
        closedBy: closed_by ?? '',
        balances: Object.entries(balances)
          .map(([account, minor]) => ({ account, amount: toMajor(minor) }))
          .toSorted((a, b) => (a.account < b.account ? -1 : 1)),
      }),
    ),
  }
}

/**
 * Closes a month of one currency and stores its balances. Refuses `ledger_month_not_over` before the second day of the
 * next month, `ledger_month_order` while an earlier month is open, and `state_changed` if it is closed already.
 */
export async function closeLedgerMonth(
  ctx: Context,
  { currency, month }: InputOf<typeof operatorMoney.closeLedgerMonth>,
): Promise<OutputOf<typeof operatorMoney.closeLedgerMonth>> {
  const [year = 0, number = 0] = month.split('-').map(Number)
  if (ctx.now.getTime() < Date.UTC(year, number, 1) + SETTLE_MS) throw new Refusal('ledger_month_not_over')
  return ctx.idempotent(async (tx) => {
    await lockLedger(tx.db)
    const first = await findFirstOpenMonth(tx.db, currency)
    if (first === null) throw new Refusal('not_found')
    if (month < first) throw new Refusal('state_changed')
    if (month > first) throw new Refusal('ledger_month_order')
    await insertLedgerClose(tx.db, { currency, month, now: tx.now, by: tx.viewer.accountId })
    await recordAudit(tx, {
      act: 'ledger.close',
      subject: { kind: 'ledger', id: `${currency} ${month}`, name: `${currency} ${month}` },
    })
    return listMonths(tx)
  })
}
