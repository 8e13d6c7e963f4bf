import { type CountryCode as AnyCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { callingCodes } from '#contract/calling-codes.ts'
import type { CountryCode } from '#contract/values.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'

const ours: readonly CountryCode[] = ['AU', 'GB', 'US', 'CA']

/** A number as it was typed, in E.164 by the rules of that country; refuses what cannot be one. */
export function parseMobile(text: string, country: string, field = 'mobile'): string {
  const number = parsePhoneNumberFromString(text, country as AnyCountry)
  // By length, not by which ranges are given out: those change, and numbers kept for examples are numbers too.
  if (!number?.isPossible()) throw createFieldRefusal('mobile_invalid', field)
  return number.number
}

/** A kept number as its own country writes it, with that country; internationally where it is none of ours. */
export function formatMobile(e164: string | null): { text: string; country: CountryCode | null } | null {
  const number = e164 ? parsePhoneNumberFromString(e164) : undefined
  if (!number) return null
  const country =
    // Numbers kept for examples belong to no country yet, by their digits.
    ours.find(
      (code) => number.country === code || (!number.country && number.countryCallingCode === callingCodes[code]),
    ) ?? null
  return { text: country ? number.formatNational() : number.formatInternational(), country }
}
