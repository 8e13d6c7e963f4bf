import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { statements } from '#contract/payments/statements.ts'
import type { Context } from '#server/platform/context.ts'
import { ownPayee } from './earnings.ts'
import {
  feesOfMonth,
  insertInvoice,
  invoiceById,
  invoicesOf,
  isInvoiced,
  nextInvoiceNumber,
  uninvoiced,
} from './statements.queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { taxIn } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import { payeeById } from './payout-accounts.queries.ts'
import { lockAccounts } from './ledger.queries.ts'
import { platformTaxNumber, ratesOn, registrationOf, taxPersonOf } from './tax.queries.ts'
import { businessOf } from '#server/platform/settings.ts'

/** What a market's invoice is called: GB-000042. */
const invoiceNumber = (countryCode: string, number: number): string =>
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

const AT_ONCE = 500

/** Issues the platform's invoice to every artist for each month that has been over for a day: one an artist and month, numbered without a gap in each market. Not inside a transaction. */
export async function issueInvoices(ctx: Context): Promise<void> {
  const { legalName } = await businessOf(ctx.database, ctx.env)
  for (const due of await uninvoiced(ctx.db, ctx.now, AT_ONCE)) await issue(ctx, due, legalName)
}

const issue = (
  ctx: Context,
  { providerId, currency, month, tz }: { providerId: string; currency: string; month: string; tz: string },
  legalName: string,
): Promise<void> =>
  ctx.transaction(async (ctx) => {
    await lockAccounts(ctx.db, providerId)
    const payee = await payeeById(ctx.db, providerId)
    if (!payee || (await isInvoiced(ctx.db, providerId, month, currency))) return
    const lines = await feesOfMonth(ctx.db, { providerId, currency, tz, month })
    const feeMinor = lines.reduce((sum, line) => sum + line.feeMinor, 0)
    const [person, own] = [await taxPersonOf(ctx.db, providerId), await platformTaxNumber(ctx.db, payee.country_code)]
    const tax = own ? await taxOfFees(ctx, providerId, payee.country_code as Country, `${month}-28`) : null
    await insertInvoice(ctx.db, {
      country_code: payee.country_code,
      number: await nextInvoiceNumber(ctx.db, payee.country_code),
      provider_id: providerId,
      month,
      currency,
      fee_minor: feeMinor,
      tax_name: tax?.name ?? null,
      tax_percent: tax?.percent ?? null,
      tax_minor: tax ? taxIn(feeMinor, tax.percent) : 0,
      body: {
        from: { name: legalName, address: '', taxNumber: own },
        to: {
          name: person?.legal_name ?? payee.name,
          address: person?.address ?? '',
          taxNumber: (await registrationOf(ctx.db, providerId))?.number ?? person?.tax_number ?? '',
        },
        lines,
      },
      issued_at: ctx.now,
    })
  })

/** The tax in the platform's fee: that of the region where the artist is, else the market's own. */
async function taxOfFees(ctx: Context, providerId: string, country: Country, day: string) {
  const [rates, registration] = [await ratesOn(ctx.db, country, day), await registrationOf(ctx.db, providerId)]
  return (
    rates.find(({ region }) => region === registration?.region) ?? rates.find(({ region }) => region === '') ?? null
  )
}
