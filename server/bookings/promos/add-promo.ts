import { randomUUID } from 'node:crypto'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type QuoteBody, quoteById, saveQuote } from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockHold, setHoldQuote } from '#server/bookings/holds/hold-queries.ts'
import { ownHoldOf } from '#server/bookings/holds/own-hold.ts'
import { presentHold } from '#server/bookings/holds/present-hold.ts'
import { leaveBill } from '#server/bookings/split/share-bill.ts'
import { personOf } from './person-of.ts'
import { promoOfCode } from './promo-of-code.ts'
import { priceWithCode } from './price-with-promo.ts'
import { keepUse, lockPromo, standingUse } from './promo-queries.ts'
import { refusePaying } from './refuse-paying.ts'
import { refusePerson, refusePromo } from './refuse-promo.ts'
import { returnEndedUses } from './return-uses.ts'

/** A payment that the bank has just agreed to may come a while after the time has passed. */
const GRACE_MS = 10 * 60_000

/** Takes what a promo code is worth off the price of a kept time, which then has a version of the price of its own. */
export async function addPromo(
  ctx: Context,
  { holdId, code }: InputOf<typeof bookings.addPromo>,
): Promise<OutputOf<typeof bookings.addPromo>> {
  const { search } = await ownHoldOf(ctx, holdId)
  const email = (search?.details as { email?: string } | null)?.email
  if (!search || !email) throw new Refusal('not_found')
  const promo = await promoOfCode(ctx, code, search.country_code)
  const person = await personOf(ctx.database, email)
  await returnEndedUses(ctx, promo.id)
  return ctx.once(async (tx) => {
    const hold = await lockHold(tx.db, holdId)
    const quote = hold && (await quoteById(tx.db, hold.search_id, hold.quote_id))
    if (hold?.state !== 'held' || hold.expires_at <= tx.now || !quote) throw new Refusal('hold_lapsed')
    if (hold.split) await leaveBill(tx, hold.id)
    await refusePaying(tx, hold.id)
    if (await standingUse(tx.db, hold.id)) throw new Refusal('promo_there')
    const row = await lockPromo(tx.db, promo.id)
    if (!row) throw new Refusal('code_unknown')
    refusePromo(row, { providerId: hold.provider_id, totalMinor: quote.total_minor }, tx.now)
    await refusePerson(tx, row, { person, email, holdId })
    const priced = priceWithCode(quote.body as QuoteBody, row, quote.name)
    if (priced.amountMinor === 0) throw new Refusal('promo_too_small')
    const id = randomUUID()
    const use = {
      id,
      promo_id: row.id,
      hold_id: hold.id,
      person,
      amount_minor: priced.amountMinor,
      cost_minor: priced.costMinor,
      kept_until: new Date(hold.expires_at.getTime() + GRACE_MS),
      created_at: tx.now,
    }
    if (!(await keepUse(tx.db, use))) throw new Refusal('promo_used_up')
    const of = {
      searchId: hold.search_id,
      providerId: hold.provider_id,
      version: quote.version,
      promoOf: quote.promo_of ?? quote.id,
    }
    const kept = await saveQuote(tx, of, { ...priced.body, promoUse: id }, quote.expires_at)
    if (!kept) throw new Error(`the price of hold ${hold.id} was not kept`)
    await setHoldQuote(tx.db, hold.id, kept.id)
    return { hold: await presentHold(tx, hold.id) }
  })
}
