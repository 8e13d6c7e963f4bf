import type { OutputOf } from '#contract/endpoint.ts'
import type { vouchers } from '#contract/payments/vouchers.ts'
import { voucherTermsOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'

/** What gift vouchers cost in each market, how long they last and how long they can be given back. */
export const showTerms = async (ctx: Context): Promise<OutputOf<typeof vouchers.terms>> => ({
  terms: await voucherTermsOf(ctx.reads),
})
