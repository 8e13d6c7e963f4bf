import type { OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { statements } from '#contract/payments/statements.ts'
import type { Context } from '#server/platform/context.ts'
import { ownPayee } from '#server/payments/payouts/show-earnings.ts'
import { invoicesOf } from './invoice-queries.ts'

/** What a market's invoice is called: GB-000042. */
export const invoiceNumber = (countryCode: string, number: number): string =>
  `${countryCode}-${String(number).padStart(6, '0')}`

/** The platform's invoices to the caller, newest first. */
export async function listInvoices(ctx: Context): Promise<OutputOf<typeof statements.invoices>> {
  const { id, currency } = await ownPayee(ctx)
  return {
    currency,
    invoices: (await invoicesOf(ctx.db, id)).map((row) => ({
      id: row.id,
      number: invoiceNumber(row.country_code, row.number),
      credit: row.fee_minor < 0,
      month: row.month,
      total: major(row.fee_minor),
    })),
  }
}
