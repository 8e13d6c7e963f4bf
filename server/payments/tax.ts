import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { zonedDay } from '#contract/format.ts'
import type { TaxNumberKind } from '#contract/payments/seller-identity.ts'
import type { tax } from '#contract/payments/tax.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerPayee } from './earnings.ts'
import {
  insertTaxRegistration,
  endRegistration,
  saveTaxPerson,
  lockRegistration,
  listTaxRates,
  findRegistration,
  findTaxAt,
  findTaxPerson,
} from './tax.queries.ts'
import type { Country } from '#contract/words.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { lockAccounts } from './ledger.queries.ts'

export async function getTax(ctx: Context): Promise<OutputOf<typeof tax.show>> {
  const { id, country_code, currency, tz } = await getCallerPayee(ctx)
  const [person, registration] = [await findTaxPerson(ctx.db, id), await findRegistration(ctx.db, id)]
  const now = registration && (await findTaxAt(ctx.db, id, ctx.now))
  return {
    currency,
    person: person ? { legalName: person.legal_name, address: person.address, taxNumber: person.tax_number } : null,
    registration:
      registration && now
        ? {
            number: registration.number,
            region: registration.region,
            since: new Date(registration.since).toISOString(),
            name: now.name,
            percent: now.percent,
          }
        : null,
    rates: await listTaxRates(ctx.db, country_code, zonedDay(ctx.now.toISOString(), tz)),
  }
}

/** A registration applies from now on; earlier prices are unchanged. */
export async function saveTax(
  ctx: Context,
  { legalName, address, taxNumber, registration }: InputOf<typeof tax.save>,
): Promise<OutputOf<typeof tax.save>> {
  const { id, country_code } = await getCallerPayee(ctx)
  const country = country_code as Country
  const number = taxNumber && (await normaliseBusinessNumber(country, taxNumber))
  if (number === null) throw createFieldRefusal('tax_number', 'taxNumber')
  const wanted = registration && (await checkedRegistration(ctx, country, registration))
  return ctx.idempotent(async (ctx) => {
    await lockAccounts(ctx.db, id)
    await saveTaxPerson(ctx.db, {
      provider_id: id,
      legal_name: legalName,
      address,
      tax_number: number,
      updated_at: ctx.now,
    })
    const standing = await lockRegistration(ctx.db, id)
    const same = standing && wanted && standing.number === wanted.number && standing.region === wanted.region
    if (standing && !same) await endRegistration(ctx.db, standing.id, ctx.now)
    if (wanted && !same)
      await insertTaxRegistration(ctx.db, { provider_id: id, country_code: country, ...wanted, since: ctx.now })
    return getTax(ctx)
  })
}

async function checkedRegistration(
  ctx: Context,
  country: Country,
  { number: typed, region }: { number: string; region: string },
): Promise<{ number: string; region: string }> {
  const rates = await listTaxRates(ctx.db, country, ctx.now.toISOString().slice(0, 10))
  if (!rates.some((rate) => rate.region === region)) throw new Refusal('no_tax_here')
  const number = await normaliseRegistrationNumber(country, typed)
  if (number === null) throw createFieldRefusal('vat_number', 'registration.number')
  return { number, region }
}

// Names in stdnum. Only business numbers are accepted, no social security or insurance numbers.
const numbers = {
  GB: { business: 'utr', registered: 'vat' },
  AU: { business: 'abn', registered: 'abn' },
  US: { business: 'ein', registered: null },
  CA: { business: 'bn', registered: 'gst' },
} as const satisfies Record<Country, { business: string; registered: string | null }>

// Names in stdnum of the numbers that tax offices accept from a seller; stdnum does not know ITINs.
const sellerNumbers = {
  nino: ['GB', 'nino'],
  utr: ['GB', 'utr'],
  sin: ['CA', 'sin'],
  bn: ['CA', 'bn'],
  abn: ['AU', 'abn'],
  ssn: ['US', 'ssn'],
  ein: ['US', 'ein'],
} as const satisfies Record<Exclude<TaxNumberKind, 'itin'>, readonly [Country, string]>

/** Nine digits that begin with 9, with a group of 50 to 65, 70 to 88, 90 to 92 or 94 to 99 (IRS Publication 1915). */
const itin = /^9\d{2}(5\d|6[0-5]|7\d|8[0-8]|9[0-2]|9[4-9])\d{4}$/

/** Returns a seller's tax identification number without spaces, or null if invalid. */
export async function normaliseTaxNumber(kind: TaxNumberKind, typed: string): Promise<string | null> {
  if (kind !== 'itin') {
    const [country, name] = sellerNumbers[kind]
    return read(country, name, typed)
  }
  const digits = typed.replaceAll(/[\s-]/g, '')
  return itin.test(digits) ? digits : null
}

const companyNumber = /^(?=.*\d)[A-Z0-9]{2,20}$/

/** Returns a business's registration number without spaces, or null if invalid. In Australia it is an ACN. */
export async function normaliseCompanyNumber(country: Country, typed: string): Promise<string | null> {
  if (country === 'AU') return read('AU', 'acn', typed)
  const compact = typed.toUpperCase().replaceAll(/[\s./-]/g, '')
  return companyNumber.test(compact) ? compact : null
}

async function read(country: Country, name: string | null, typed: string): Promise<string | null> {
  if (!name) return null
  // Lazy import: the library takes 0.1 s to load and is rarely needed.
  const { stdnum } = await import('stdnum')
  const validator = stdnum[country]?.[name]
  if (!validator) throw new Error(`no validator for ${name} of ${country}`)
  const checked = validator.validate(typed)
  return checked.isValid ? checked.compact : null
}

/** Returns a market's business number (UTR, ABN, EIN, BN) without spaces, or null if invalid. */
export const normaliseBusinessNumber = (country: Country, typed: string): Promise<string | null> =>
  read(country, numbers[country].business, typed)

/** Returns a VAT, GST or HST number without spaces, or null if invalid. */
export const normaliseRegistrationNumber = (country: Country, typed: string): Promise<string | null> =>
  read(country, numbers[country].registered, typed)
