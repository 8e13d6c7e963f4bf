import type { Costed } from '#contract/price-lines.ts'
import { type QuoteBody, quoteById, type QuoteRow, saveQuote } from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import { priceWithCarried } from '#server/bookings/promos/price-with-promo.ts'
import { setUsed } from '#server/bookings/promos/promo-queries.ts'

/** The price of whoever takes over with the platform's promo code of the booking before: a version for this one alone; its use goes along. In the caller's transaction. */
export async function carryPromo(
  tx: Context,
  quote: QuoteRow,
  { promo, from }: { promo: Costed; from: string },
): Promise<QuoteRow | undefined> {
  const { body, amountMinor, costMinor } = priceWithCarried(quote.body as QuoteBody, promo)
  const of = {
    searchId: quote.search_id,
    providerId: quote.provider_id,
    version: quote.version,
    promoOf: quote.promo_of ?? quote.id,
  }
  const kept = await saveQuote(tx, of, body, quote.expires_at)
  if (!kept) throw new Error(`the price of quote ${quote.id} with its promo code was not kept`)
  if (amountMinor > 0) await setUsed(tx.db, from, { amountMinor, costMinor })
  return quoteById(tx.db, quote.search_id, kept.id)
}
