import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import { Currency, Instant } from '#contract/values.ts'
import type { Country } from '#contract/words.ts'

const signedIn = ['not_signed_in', 'session_ended', 'not_yours'] as const

/**
 * Terms of a market's tax office: the number shown on documents, the tax contained in prices (null if services have
 * none), and the first day of the tax year.
 */
export const taxOffices: Readonly<Record<Country, TaxOffice>> = {
  GB: { number: 'UTR', tax: 'VAT', registrationNumber: 'VAT number', yearStarts: { month: 4, day: 6 } },
  AU: { number: 'ABN', tax: 'GST', registrationNumber: 'ABN', yearStarts: { month: 7, day: 1 } },
  US: { number: 'EIN', tax: null, registrationNumber: '', yearStarts: { month: 1, day: 1 } },
  CA: { number: 'BN', tax: 'GST/HST', registrationNumber: 'GST/HST number', yearStarts: { month: 1, day: 1 } },
}
type TaxOffice = {
  number: string
  tax: string | null
  /** The number under which a business charges the tax. */
  registrationNumber: string
  yearStarts: { month: number; day: number }
}

/** Returns the tax included in an amount, rounded to minor units. */
export const computeIncludedTax = (amountMinor: Minor, percent: number): Minor =>
  Math.round((amountMinor * percent) / (100 + percent))

/** Returns the first and last day (YYYY-MM-DD) of the tax year that begins in a calendar year. */
export function getTaxYearSpan(country: Country, year: number): { from: string; to: string } {
  const { month, day } = taxOffices[country].yearStarts
  const iso = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: iso(Date.UTC(year, month - 1, day)), to: iso(Date.UTC(year + 1, month - 1, day - 1)) }
}

export const formatTaxYear = (country: Country, year: number): string =>
  getTaxYearSpan(country, year).to.startsWith(String(year)) ? String(year) : `${year}/${String(year + 1).slice(2)}`

export const getTaxYearOf = (country: Country, day: string): number => {
  const year = Number(day.slice(0, 4))
  return day < getTaxYearSpan(country, year).from ? year - 1 : year
}

/** A tax in a price: name, rate, and the number under which it is charged. */
export const Tax = z.object({ name: z.string(), percent: z.number(), number: z.string() })
export type Tax = z.infer<typeof Tax>
export const TaxIncluded = Tax.extend({ amount: z.number() })
export type TaxIncluded = z.infer<typeof TaxIncluded>

export const presentIncludedTax = (amountMinor: Minor, tax: Tax): TaxIncluded => ({
  ...tax,
  amount: toMajor(computeIncludedTax(amountMinor, tax.percent)),
})

const Person = z.object({ legalName: z.string(), address: z.string(), taxNumber: z.string() })
export const TaxDetails = z.object({
  currency: Currency,
  person: Person.nullable(),
  registration: z
    .object({ number: z.string(), region: z.string(), since: Instant, name: z.string(), percent: z.number() })
    .nullable(),
  rates: z.array(z.object({ region: z.string(), name: z.string(), percent: z.number() })),
})
export type TaxDetails = z.infer<typeof TaxDetails>

export const tax = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/tax',
    access: 'provider',
    summary: "Returns the caller's tax details, and whether prices include tax.",
    input: z.object({}),
    output: TaxDetails,
    refuses: [...signedIn, 'not_found'],
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/tax',
    access: 'provider',
    summary: "Updates the caller's tax details. The registration applies from now on.",
    input: z.object({
      legalName: z.string().trim().min(1, 'Name is required').max(120),
      address: z.string().trim().max(300),
      taxNumber: z.string().trim().max(30),
      registration: z.object({ number: z.string().trim().min(1).max(30), region: z.string().max(3) }).nullable(),
    }),
    output: TaxDetails,
    refuses: [
      ...signedIn,
      'idempotency_key_missing',
      'not_found',
      'tax_number',
      'vat_number',
      'no_tax_here',
      'not_allowed_acting',
    ],
    notActing: true,
    key: true,
  }),
}
