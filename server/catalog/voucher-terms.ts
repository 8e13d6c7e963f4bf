import type { VoucherTerms } from '#contract/payments/vouchers.ts'
import type { Db } from '#db/database.ts'
import { listVoucherTerms } from './catalog.queries.ts'

export const getAllVoucherTerms = async (db: Db): Promise<VoucherTerms[]> =>
  (await listVoucherTerms(db)).map((row) => ({
    countryCode: row.country_code as VoucherTerms['countryCode'],
    currency: row.currency,
    amounts: row.amounts,
    least: row.least,
    most: row.most,
    months: row.months,
    returnDays: row.return_days,
  }))
