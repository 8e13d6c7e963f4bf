import { type CountryCode as AnyCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { callingCodes } from '#contract/calling-codes.ts'
import type { CountryCode } from '#contract/values.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'

const ours: readonly CountryCode[] = ['AU', 'GB', 'US', 'CA']

/** Parses a number into E.164 by a country's rules. Throws if invalid. */
export function parseMobile(text: string, country: string, field = 'mobile'): string {
  const number = parsePhoneNumberFromString(text, country as AnyCountry)
  // Checks the length only: assigned ranges change, and example numbers must be valid.
  if (!number?.isPossible()) throw createFieldRefusal('mobile_invalid', field)
  return number.number
}

/** Formats a number of our countries nationally, any other internationally. */
export function formatMobile(e164: string | null): { text: string; country: CountryCode | null } | null {
  const number = e164 ? parsePhoneNumberFromString(e164) : undefined
  if (!number) return null
  const country =
    // Example numbers have no country, so the calling code decides.
    ours.find(
      (code) => number.country === code || (!number.country && number.countryCallingCode === callingCodes[code]),
    ) ?? null
  return { text: country ? number.formatNational() : number.formatInternational(), country }
}
