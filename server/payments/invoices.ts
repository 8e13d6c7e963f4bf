import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type { statements } from '#contract/payments/statements.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerPayee } from './earnings.ts'
import {
  findCustomers,
  listFeesOfMonth,
  insertInvoice,
  findInvoiceById,
  listInvoicesOf,
  isInvoiced,
  getNextInvoiceNumber,
  listUninvoicedProviders,
} from './statements.queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { computeIncludedTax } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import { findPayeeById } from './payout-accounts.queries.ts'
import { lockAccounts } from './ledger.queries.ts'
import { getPlatformTaxNumber, listTaxRates, findRegistration, findTaxPerson } from './tax.queries.ts'
import { presentJob } from './statements.ts'
import { getBusiness } from '#server/platform/settings.ts'

const invoiceNumber = (countryCode: string, number: number): string =>
  `${countryCode}-${String(number).padStart(6, '0')}`

export async function listInvoices(ctx: Context): Promise<OutputOf<typeof statements.invoices>> {
  const { id, currency } = await getCallerPayee(ctx)
  return {
    currency,
    invoices: (await listInvoicesOf(ctx.db, id)).map((row) => ({
      id: row.id,
      number: invoiceNumber(row.country_code, row.number),
      credit: row.fee_minor < 0,
      month: row.month,
      total: toMajor(row.fee_minor),
    })),
  }
}

export async function getInvoice(
  ctx: Context,
  { invoiceId }: InputOf<typeof statements.invoice>,
): Promise<OutputOf<typeof statements.invoice>> {
  const { id } = await getCallerPayee(ctx)
  const row = await findInvoiceById(ctx.db, invoiceId)
  if (row?.provider_id !== id) throw new Refusal('not_found')
  const customers = await findCustomers(
    ctx.db,
    row.body.lines.flatMap(({ bookingNumber }) => bookingNumber ?? []),
  )
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
      lines: row.body.lines.map(({ at, booking, bookingNumber = null, type = null, feeMinor }) => ({
        at,
        booking,
        bookingNumber,
        customer: customers.get(bookingNumber ?? '') ?? '',
        type,
        fee: toMajor(feeMinor),
      })),
      total: toMajor(row.fee_minor),
      tax:
        row.tax_name && row.tax_percent
          ? { name: row.tax_name, percent: Number(row.tax_percent), amount: toMajor(row.tax_minor) }
          : null,
    },
  }
}

const AT_ONCE = 500

/**
 * Issues monthly invoices to every artist, a day after the month ends, numbered without gaps per market. Must not run
 * inside a transaction.
 */
export async function issueInvoices(ctx: Context): Promise<void> {
  const { legalName } = await getBusiness(ctx.database, ctx.env)
  for (const due of await listUninvoicedProviders(ctx.db, ctx.now, AT_ONCE)) await issue(ctx, due, legalName)
}

const issue = (
  ctx: Context,
  { providerId, currency, month, tz }: { providerId: string; currency: string; month: string; tz: string },
  legalName: string,
): Promise<void> =>
  ctx.transaction(async (ctx) => {
    await lockAccounts(ctx.db, providerId)
    const payee = await findPayeeById(ctx.db, providerId)
    if (!payee || (await isInvoiced(ctx.db, providerId, month, currency))) return
    const country = payee.country_code as Country
    const fees = await listFeesOfMonth(ctx.db, { providerId, currency, tz, month })
    const feeMinor = fees.reduce((sum, line) => sum + line.feeMinor, 0)
    const [person, own] = [
      await findTaxPerson(ctx.db, providerId),
      await getPlatformTaxNumber(ctx.db, payee.country_code),
    ]
    const tax = own ? await taxOfFees(ctx, providerId, country, `${month}-28`) : null
    await insertInvoice(ctx.db, {
      country_code: payee.country_code,
      number: await getNextInvoiceNumber(ctx.db, payee.country_code),
      provider_id: providerId,
      month,
      currency,
      fee_minor: feeMinor,
      tax_name: tax?.name ?? null,
      tax_percent: tax?.percent ?? null,
      tax_minor: tax ? computeIncludedTax(feeMinor, tax.percent) : 0,
      body: {
        from: { name: legalName, address: '', taxNumber: own },
        to: {
          name: person?.legal_name ?? payee.name,
          address: person?.address ?? '',
          taxNumber: (await findRegistration(ctx.db, providerId))?.number ?? person?.tax_number ?? '',
        },
        // The customer's name is not stored: it must not outlive the customer's account.
        lines: fees.map(({ at, type, feeMinor, ...job }) => {
          const { booking, bookingNumber } = presentJob(job, country)
          return { at, booking, bookingNumber, type, feeMinor }
        }),
      },
      issued_at: ctx.now,
    })
  })

/** Uses the rate of the artist's region, with the market's rate as default. */
async function taxOfFees(ctx: Context, providerId: string, country: Country, day: string) {
  const [rates, registration] = [await listTaxRates(ctx.db, country, day), await findRegistration(ctx.db, providerId)]
  return (
    rates.find(({ region }) => region === registration?.region) ?? rates.find(({ region }) => region === '') ?? null
  )
}
