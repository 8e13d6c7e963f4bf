import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { refuseField } from '#server/platform/refusal.ts'

/** A number as it was typed, in E.164 by the rules of that country; refuses what cannot be one. */
export function parseMobile(text: string, country: string, field = 'mobile'): string {
  const number = parsePhoneNumberFromString(text, country as CountryCode)
  // By length, not by which ranges are given out: those change, and numbers kept for examples are numbers too.
  if (!number?.isPossible()) throw refuseField('mobile_invalid', field)
  return number.number
}
