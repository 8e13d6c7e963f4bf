import { plainCode } from '#server/payments/vouchers/door.ts'
import type { Context } from '#server/platform/context.ts'
import { countCall, countedCalls, HOUR_MS } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type PromoRow, promosByCode } from './promo-queries.ts'

const WRONG_AN_HOUR = 20

/** The promo code of a market by how it was typed; whoever guesses is stopped for the hour. Not inside a transaction. */
export async function promoOfCode(ctx: Context, typed: string, countryCode: string): Promise<PromoRow> {
  const guesses = `promo codes ${ctx.address}`
  const { db } = ctx.database
  if ((await countedCalls(db, guesses, ctx.now, HOUR_MS)) >= WRONG_AN_HOUR) throw new Refusal('rate_limited')
  const found = await promosByCode(db, plainCode(typed))
  const here = found.find((row) => row.country_code === countryCode)
  if (here) return here
  await countCall(db, guesses, ctx.now, HOUR_MS)
  throw new Refusal(found.length > 0 ? 'promo_other_market' : 'code_unknown')
}
