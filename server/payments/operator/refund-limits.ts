import type { RefundLimits } from '#contract/operator/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#db/database.ts'
import { settingIn, settingOf } from '#server/platform/settings.ts'

export const LIMITS_KEY = 'refunds.secondOperatorFrom'

const usualLimits: RefundLimits = { AUD: 500, USD: 500, GBP: 500, CAD: 500 }

/** One number for all currencies is how it was kept once. */
const limitsOf = (kept: number | Partial<RefundLimits> | null): RefundLimits =>
  typeof kept === 'number' ? { AUD: kept, USD: kept, GBP: kept, CAD: kept } : { ...usualLimits, ...kept }

/** From which amount on, in major units of each currency, a second operator approves a refund; 500 where nothing has been set. */
export const refundLimits = async (ctx: Context): Promise<RefundLimits> =>
  limitsOf(await settingOf<number | Partial<RefundLimits>>(ctx.database, LIMITS_KEY))

/** Returns the same limits, read in a transaction. */
export const refundLimitsIn = async (db: Db): Promise<RefundLimits> =>
  limitsOf(await settingIn<number | Partial<RefundLimits>>(db, LIMITS_KEY))
