import { findTrialPrice, labelTrial, replaceTrial } from '#contract/bookings/linked-appointments/trial-price.ts'
import { date } from '#contract/format.ts'
import { minor } from '#contract/money.ts'
import { costedLines } from '#contract/price-lines.ts'
import type { Country } from '#contract/words.ts'
import { type HoldRow, setHoldQuote } from '#server/bookings/holds/hold-queries.ts'
import { bodyWithLines, priceWithCode } from '#server/bookings/promos/price-with-promo.ts'
import { lockPromo, setKept, standingUse } from '#server/bookings/promos/promo-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type QuoteBody, type QuoteRow, saveQuote } from '#server/search/index.ts'
import type { OfferedTrialRow } from '#server/providers/index.ts'

type ChosenTrial = { trials: readonly OfferedTrialRow[]; eventDate: string | null; country: string }

/** Saves the price of a hold with this trial, or with none, and computes its promo code again. In the caller's transaction, with the hold locked. Throws `promo_too_small`. */
export async function priceWithTrial(
  tx: Context,
  hold: HoldRow,
  quote: QuoteRow,
  { trials, eventDate, country }: ChosenTrial,
): Promise<void> {
  const body = quote.body as QuoteBody
  // Sets the same quote again: a booking that has read the hold before fails as changed.
  if (trials.length === 0 && !findTrialPrice(body.lines)) return void (await setHoldQuote(tx.db, hold.id, quote.id))
  const day = eventDate && date(eventDate, country as Country, tx.now.getUTCFullYear())
  const before = costedLines(body.lines, body.terms).filter(({ line }) => line.kind !== 'promo')
  const lines = replaceTrial(
    before,
    trials.map(({ cost_minor, deducted }) => ({ costMinor: cost_minor, deducted })),
    {
      percent: body.terms.percent,
      label: labelTrial(
        trials.map(({ label }) => label),
        day,
      ),
    },
  )
  const { promoUse, ...plain } = bodyWithLines(body, lines)
  const of = {
    searchId: hold.search_id,
    providerId: hold.provider_id,
    version: quote.version,
    // The quote without a promo code or a trial, which is not this hold's alone.
    promoOf: quote.promo_of ?? quote.id,
  }
  const use = promoUse ? await standingUse(tx.db, hold.id) : undefined
  const code = use && (await lockPromo(tx.db, use.promo_id))
  if (!use || !code) {
    if (trials.length === 0) return void (await setHoldQuote(tx.db, hold.id, of.promoOf))
    return saveHoldPrice(tx, hold, of, plain, quote.expires_at)
  }
  const priced = priceWithCode(plain, code, quote.name)
  if (priced.amountMinor === 0 || minor(plain.total) < code.least_total_minor) throw new Refusal('promo_too_small')
  await setKept(tx.db, use.id, priced)
  await saveHoldPrice(tx, hold, of, { ...priced.body, promoUse: use.id }, quote.expires_at)
}

async function saveHoldPrice(
  tx: Context,
  hold: HoldRow,
  of: Parameters<typeof saveQuote>[1],
  body: QuoteBody,
  expiresAt: Date,
): Promise<void> {
  const kept = await saveQuote(tx, of, body, expiresAt)
  if (!kept) throw new Error(`the price of hold ${hold.id} was not saved`)
  await setHoldQuote(tx.db, hold.id, kept.id)
}
