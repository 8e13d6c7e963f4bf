import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { vouchers } from '#contract/payments/vouchers.ts'
import { voucherTermsOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sellerOf } from './artist-queries.ts'

/** What gift vouchers cost in each market, how long they last and how long they can be given back; of an artist who has their own sold, in their market. */
export async function showTerms(
  ctx: Context,
  { artist: slug }: InputOf<typeof vouchers.terms>,
): Promise<OutputOf<typeof vouchers.terms>> {
  const terms = await voucherTermsOf(ctx.reads)
  if (!slug) return { terms, artist: null }
  const seller = await sellerOf(ctx.reads, slug)
  if (!seller) throw new Refusal('not_found')
  return {
    terms: terms.filter(({ countryCode }) => countryCode === seller.country_code),
    artist: { name: seller.name, slug: seller.slug },
  }
}
