import type { Country } from '#contract/words.ts'

// By their names in stdnum. A person's own number (a social security or insurance number) is none of ours: only numbers of a business are taken.
const numbers = {
  GB: { business: 'utr', registered: 'vat' },
  AU: { business: 'abn', registered: 'abn' },
  US: { business: 'ein', registered: null },
  CA: { business: 'bn', registered: 'gst' },
} as const satisfies Record<Country, { business: string; registered: string | null }>

async function read(country: Country, name: string | null, typed: string): Promise<string | null> {
  if (!name) return null
  // It knows the numbers of the whole world, which takes a tenth of a second to load: seldom needed, so not at the start.
  const { stdnum } = await import('stdnum')
  const validator = stdnum[country]?.[name]
  if (!validator) throw new Error(`nobody knows how a ${name} of ${country} is made`)
  const checked = validator.validate(typed)
  return checked.isValid ? checked.compact : null
}

/** The number that a market's tax office knows a business by (UTR, ABN, EIN, BN), without its spaces; null where it cannot be one. */
export const businessNumber = (country: Country, typed: string): Promise<string | null> =>
  read(country, numbers[country].business, typed)

/** The number of a registration for VAT, GST or HST, likewise. */
export const registrationNumber = (country: Country, typed: string): Promise<string | null> =>
  read(country, numbers[country].registered, typed)
