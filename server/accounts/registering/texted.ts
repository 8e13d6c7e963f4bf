import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

const countries: readonly (string | undefined)[] = ['AU', 'US', 'GB', 'CA']
// In the North American plan a number does not say whether it is in a pocket or on a desk.
const kinds: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE']

/** Whether texts may go to a number at all: a mobile of one of the four countries, by the ranges that are given out; no premium, toll-free, satellite or foreign one. */
export function getsTexts(e164: string): boolean {
  const number = parsePhoneNumberFromString(e164)
  return countries.includes(number?.country) && kinds.includes(number?.getType())
}
