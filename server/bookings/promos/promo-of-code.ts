import { plainCode } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { returnGuess, takeGuess } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type PromoRow, promosByCode } from './promo-queries.ts'

const WRONG_AN_HOUR = 20

/** The promo code of a market by how it was typed; whoever guesses is stopped for the hour. Not inside a transaction. */
export async function promoOfCode(ctx: Context, typed: string, countryCode: string): Promise<PromoRow> {
  const guesses = `promo codes ${ctx.address}`
  const { db } = ctx.database
  await takeGuess(db, guesses, ctx.now, WRONG_AN_HOUR)
  const found = await promosByCode(db, plainCode(typed))
  const here = found.find((row) => row.country_code === countryCode)
  if (here) {
    await returnGuess(db, guesses, ctx.now)
    return here
  }
  throw new Refusal(found.length > 0 ? 'promo_other_market' : 'code_unknown')
}
