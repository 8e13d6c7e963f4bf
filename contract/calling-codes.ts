import type { CountryCode } from './values.ts'

export const callingCodes: Readonly<Record<CountryCode, string>> = { AU: '61', GB: '44', US: '1', CA: '1' }
