import type { CountryCode } from './values.ts'

/** What a number of a market begins with, written from abroad. */
export const callingCodes: Readonly<Record<CountryCode, string>> = { AU: '61', GB: '44', US: '1', CA: '1' }
