import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type { statements } from '#contract/payments/statements.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerPayee } from './earnings.ts'
import {
  findCustomers,
  listCorrectedInvoices,
  listFeesOfMonth,
  insertInvoice,
  findInvoiceById,
  listInvoicesOf,
  isInvoiced,
  getNextInvoiceNumber,
  listInvoicingMarkets,
  listUninvoicedProviders,
} from './statements.queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { computeIncludedTax, taxOffices } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import { findPayeeById } from './payout-accounts.queries.ts'
import { lockAccounts } from './ledger.queries.ts'
import {
  getInvoiceDetails,
  listMarketsWithoutAddress,
  findProviderLocation,
  listTaxRates,
  findRegistration,
  findTaxPerson,
} from './tax.queries.ts'
import { findNearestPlace } from '#server/places/index.ts'
import { presentJob } from './present-money.ts'
import { daysOfMonth } from './statements.ts'
import { getBusiness } from '#server/platform/settings.ts'

/** Formats the number of an artist's fee invoice: GB-000012. */
export const formatInvoiceNumber = (countryCode: string, number: number): string =>
  `${countryCode}-${String(number).padStart(6, '0')}`

export async function listInvoices(ctx: Context): Promise<OutputOf<typeof statements.invoices>> {
  const { id, currency } = await getCallerPayee(ctx)
  return {
    currency,
    invoices: (await listInvoicesOf(ctx.db, id)).map((row) => ({
      id: row.id,
      number: formatInvoiceNumber(row.country_code, row.number),
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
      number: formatInvoiceNumber(row.country_code, row.number),
      credit: row.fee_minor < 0,
      title: row.fee_minor < 0 ? 'Credit note' : row.country_code === 'AU' && row.tax_name ? 'Tax invoice' : 'Invoice',
      corrects: row.body.corrects ?? [],
      month: row.month,
      issuedAt: new Date(row.issued_at).toISOString(),
      taxPoint: row.tax_name ? daysOfMonth(row.month).to : null,
      currency: row.currency,
      from: { taxNumberLabel: '', ...row.body.from },
      to: { taxNumberLabel: '', ...row.body.to },
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
  // An invoice with tax must have the supplier's address: these are issued once an operator has entered it.
  for (const country of await listMarketsWithoutAddress(ctx.db))
    ctx.log.warn({ country }, 'invoices are waiting for the address of the platform')
  for (const market of await listInvoicingMarkets(ctx.db, ctx.now))
    for (const due of await listUninvoicedProviders(ctx.db, { ...market, now: ctx.now, most: AT_ONCE }))
      await issue(ctx, due, legalName)
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
    const { tax_number, business_address } = await getInvoiceDetails(ctx.db, country)
    if (tax_number && !business_address) return
    const fees = await listFeesOfMonth(ctx.db, { providerId, currency, tz, month })
    const feeMinor = fees.reduce((sum, line) => sum + line.feeMinor, 0)
    const tax = tax_number ? await getTaxOnFees(ctx, providerId, country, daysOfMonth(month).to) : null
    const corrected = feeMinor < 0 ? await listCorrectedInvoices(ctx.db, { providerId, currency, tz, month }) : []
    await insertInvoice(ctx.db, {
      country_code: country,
      number: await getNextInvoiceNumber(ctx.db, country),
      provider_id: providerId,
      month,
      currency,
      fee_minor: feeMinor,
      tax_name: tax?.name ?? null,
      tax_percent: tax?.percent ?? null,
      tax_minor: tax ? computeIncludedTax(feeMinor, tax.percent) : 0,
      body: {
        from: {
          name: legalName,
          address: business_address,
          taxNumber: tax_number,
          taxNumberLabel: tax_number && taxOffices[country].registrationNumber,
        },
        to: await getRecipient(ctx, payee, country),
        corrects: corrected.map((number) => formatInvoiceNumber(country, number)),
        // The customer's name is not stored: it must not outlive the customer's account.
        lines: fees.map(({ at, type, feeMinor, ...job }) => {
          const { booking, bookingNumber } = presentJob(job, country)
          return { at, booking, bookingNumber, type, feeMinor }
        }),
      },
      issued_at: ctx.now,
    })
  })

async function getRecipient(ctx: Context, { id, name }: { id: string; name: string }, country: Country) {
  const [person, registration] = [await findTaxPerson(ctx.db, id), await findRegistration(ctx.db, id)]
  const taxNumber = registration?.number ?? person?.tax_number ?? ''
  const { number, registrationNumber } = taxOffices[country]
  return {
    name: person?.legal_name ?? name,
    address: person?.address ?? '',
    taxNumber,
    taxNumberLabel: taxNumber && (registration ? registrationNumber : number),
  }
}

/**
 * Returns the tax on the platform's fee. In Canada the province of the recipient decides: of the artist's registration
 * or else of the artist's base. Other countries have one rate.
 */
export async function getTaxOnFees(ctx: Context, providerId: string, country: Country, day: string) {
  const rates = await listTaxRates(ctx.db, country, day)
  const region = country === 'CA' ? await getProvince(ctx, providerId) : ''
  return rates.find((rate) => rate.region === region) ?? rates.find((rate) => rate.region === '') ?? null
}

async function getProvince(ctx: Context, providerId: string): Promise<string> {
  const registration = await findRegistration(ctx.db, providerId)
  if (registration?.region) return registration.region
  const { lat, lng } = await findProviderLocation(ctx.db, providerId)
  return (await findNearestPlace(ctx.db, lat, lng))?.place.region_code ?? ''
}
