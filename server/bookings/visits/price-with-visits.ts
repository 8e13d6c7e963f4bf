import { trialIn, trialLabel, withTrial } from '#contract/bookings/trials/trial-price.ts'
import { date } from '#contract/format.ts'
import { minor } from '#contract/money.ts'
import { costedLines } from '#contract/price-lines.ts'
import type { Country } from '#contract/words.ts'
import { type HoldRow, setHoldQuote } from '#server/bookings/holds/hold-queries.ts'
import { bodyWithLines, priceWithCode } from '#server/bookings/promos/price-with-promo.ts'
import { lockPromo, setKept, standingUse } from '#server/bookings/promos/promo-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type QuoteBody, type QuoteRow, saveQuote } from '#server/search/locked-quotes/door.ts'
import type { OfferedTrialRow } from '#server/providers/trials/door.ts'

type Tried = { trials: readonly OfferedTrialRow[]; eventDate: string | null; country: Country }

/** Gives a kept time the version of its price that has just this trial in it; a code that is on it is worked out anew. In the caller's transaction, under the lock of the time. */
export async function priceWithVisits(
  tx: Context,
  hold: HoldRow,
  quote: QuoteRow,
  { trials, eventDate, country }: Tried,
): Promise<void> {
  const body = quote.body as QuoteBody
  // Whoever books it just now by what was read before finds it changed.
  if (trials.length === 0 && !trialIn(body.lines)) return void (await setHoldQuote(tx.db, hold.id, quote.id))
  const day = eventDate && date(eventDate, country, tx.now.getUTCFullYear())
  const before = costedLines(body.lines, body.terms).filter(({ line }) => line.kind !== 'promo')
  const lines = withTrial(
    before,
    trials.map(({ cost_minor, deducted }) => ({ costMinor: cost_minor, deducted })),
    {
      percent: body.terms.percent,
      label: trialLabel(
        trials.map(({ label }) => label),
        day,
      ),
    },
  )
  const { promoUse, ...plain } = bodyWithLines(body, lines)
  const of = {
    ...{ searchId: hold.search_id, providerId: hold.provider_id, version: quote.version },
    // The version that others know: without anything that is this kept time's alone.
    promoOf: quote.promo_of ?? quote.id,
  }
  const use = promoUse ? await standingUse(tx.db, hold.id) : undefined
  const code = use && (await lockPromo(tx.db, use.promo_id))
  if (!use || !code) {
    if (trials.length === 0) return void (await setHoldQuote(tx.db, hold.id, of.promoOf))
    return keepPrice(tx, hold, of, plain, quote.expires_at)
  }
  const priced = priceWithCode(plain, code, quote.name)
  if (priced.amountMinor === 0 || minor(plain.total) < code.least_total_minor) throw new Refusal('promo_too_small')
  await setKept(tx.db, use.id, priced)
  await keepPrice(tx, hold, of, { ...priced.body, promoUse: use.id }, quote.expires_at)
}

async function keepPrice(
  tx: Context,
  hold: HoldRow,
  of: Parameters<typeof saveQuote>[1],
  body: QuoteBody,
  expiresAt: Date,
): Promise<void> {
  const kept = await saveQuote(tx, of, body, expiresAt)
  if (!kept) throw new Error(`the price of hold ${hold.id} was not kept`)
  await setHoldQuote(tx.db, hold.id, kept.id)
}
