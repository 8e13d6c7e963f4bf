import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { statements } from '#contract/payments/statements.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownPayee } from '#server/payments/payouts/show-earnings.ts'
import { invoiceById } from './invoice-queries.ts'
import { invoiceNumber } from './list-invoices.ts'

/** An invoice to the caller as it was issued. */
export async function showInvoice(
  ctx: Context,
  { invoiceId }: InputOf<typeof statements.invoice>,
): Promise<OutputOf<typeof statements.invoice>> {
  const { id } = await ownPayee(ctx)
  const row = await invoiceById(ctx.db, invoiceId)
  if (row?.provider_id !== id) throw new Refusal('not_found')
  return {
    invoice: {
      id: row.id,
      number: invoiceNumber(row.country_code, row.number),
      credit: row.fee_minor < 0,
      month: row.month,
      issuedAt: new Date(row.issued_at).toISOString(),
      currency: row.currency,
      from: row.body.from,
      to: row.body.to,
      lines: row.body.lines.map(({ at, booking, feeMinor }) => ({ at, booking, fee: major(feeMinor) })),
      total: major(row.fee_minor),
      tax:
        row.tax_name && row.tax_percent
          ? { name: row.tax_name, percent: Number(row.tax_percent), amount: major(row.tax_minor) }
          : null,
    },
  }
}
