import { toMajor, toMinor, type Minor } from '#contract/money.ts'
import {
  getPromoGiver,
  formatPromoLabel,
  computePromo,
  addFrozenPromoLine,
  addPromoLine,
} from '#contract/payments/promo.ts'
import { type CostedLine, attachCosts, sumLines } from '#contract/price-lines.ts'
import type { PriceLine } from '#contract/search/quotes.ts'
import type { QuoteBody, QuoteTerms } from '#server/search/index.ts'
import { hasBooked, type PromoRow, listPromosByCode, countPromoUses } from './promo-uses.queries.ts'
import { normaliseCode } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { refundGuess, consumeGuess } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findAccountByEmail } from '#server/accounts/index.ts'
import { createHmac } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { getSiteSecret } from '#server/platform/settings.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

/** `costMinor` is the part of the discount that the code's owner funds. */
type PromoPrice = { body: QuoteBody; amountMinor: Minor; costMinor: Minor }

/** Adds a promo code to a price, as a line that names the code's owner. */
export function priceWithCode(body: QuoteBody, row: PromoRow, artist: string): PromoPrice {
  const giver = row.provider_id ? 'provider' : 'platform'
  const worth = row.percent === null ? { amountMinor: row.amount_minor ?? 0 } : { percent: row.percent }
  const { before, terms } = costedOf(body)
  const taken = computePromo(before, terms, { giver, worth })
  const name = `Code ${row.code}, from ${giver === 'provider' ? artist : 'Primp'}`
  const label = formatPromoLabel(name, giver, taken)
  return promoted(body, addPromoLine(before, terms, { giver, label, amountMinor: taken.amountMinor }))
}

/**
 * Applies the platform discount of an earlier booking to the price of another artist: the same amount, but at most the
 * fee.
 */
export function priceWithCarried(body: QuoteBody, promo: CostedLine): PromoPrice {
  const { before, terms } = costedOf(body)
  return promoted(body, addFrozenPromoLine(before, terms, promo))
}

/** Returns the promo line with its cost to the artist and the code's owner, or null. */
export function getPromoLine({ lines, terms }: { lines: readonly PriceLine[]; terms?: QuoteTerms }) {
  const costed = attachCosts(lines, terms).find(({ line }) => line.kind === 'promo')
  return costed ? { costed, giver: getPromoGiver(costed) } : null
}

const costedOf = ({ lines, terms }: QuoteBody) => ({
  before: attachCosts(lines, terms),
  terms: { ...terms, minimumMinor: terms.minimumMinor ?? 0 },
})

function promoted(body: QuoteBody, lines: readonly CostedLine[]): PromoPrice {
  const promo = lines.find(({ line }) => line.kind === 'promo')
  const amountMinor = promo ? -toMinor(promo.line.amount) : 0
  return {
    amountMinor,
    costMinor: promo && getPromoGiver(promo) === 'provider' ? -promo.costMinor : amountMinor,
    body: buildBodyWithLines(body, lines),
  }
}

/** Returns a price with other lines, and with their totals, under the same terms. */
export function buildBodyWithLines(body: QuoteBody, lines: readonly CostedLine[]): QuoteBody {
  const { totalMinor, feeMinor, depositMinor } = sumLines(lines, costedOf(body).terms)
  return {
    ...body,
    terms: { ...body.terms, costsMinor: lines.map(({ costMinor }) => costMinor) },
    lines: lines.map(({ line }) => line),
    total: toMajor(totalMinor),
    fee: toMajor(feeMinor),
    deposit: toMajor(depositMinor),
    balance: toMajor(totalMinor - depositMinor),
  }
}

const WRONG_AN_HOUR = 20

/** Finds a promo code of a market as typed. Throttles guesses for an hour. Must not run inside a transaction. */
export async function findPromoByCode(ctx: Context, typed: string, countryCode: string): Promise<PromoRow> {
  const guesses = `promo codes ${ctx.address}`
  const { db } = ctx.database
  await consumeGuess(db, guesses, ctx.now, WRONG_AN_HOUR)
  const found = await listPromosByCode(db, normaliseCode(typed))
  const here = found.find((row) => row.country_code === countryCode)
  if (here) {
    await refundGuess(db, guesses, ctx.now)
    return here
  }
  throw new Refusal(found.length > 0 ? 'promo_other_market' : 'code_unknown')
}

type Asked = { providerId: string; totalMinor: Minor }

/** Throws if a code is not valid now, or not for this artist and price. */
export function assertPromoUsable(row: PromoRow, { providerId, totalMinor }: Asked, now: Date): void {
  if (row.stopped_at) throw new Refusal('promo_stopped')
  if (row.starts_at > now) throw new Refusal('promo_not_yet')
  if (row.ends_at && row.ends_at <= now) throw new Refusal('promo_expired')
  if (row.provider_id && row.provider_id !== providerId) throw new Refusal('promo_other_artist')
  if (totalMinor < row.least_total_minor) throw new Refusal('promo_too_small')
}

type Person = { person: Buffer; email: string; holdId: string }

/**
 * Throws if a person has reached the limit of a code, or if a first-booking code is used by someone who has booked
 * before. Runs in the caller's transaction with the code locked.
 */
export async function assertPromoPerson(ctx: Context, row: PromoRow, { person, email, holdId }: Person): Promise<void> {
  if (row.most_each !== null && (await countPromoUses(ctx.db, row.id, person, holdId)) >= row.most_each)
    throw new Refusal('promo_limit_reached')
  if (!row.first_only) return
  const account = await findAccountByEmail(ctx.db, email)
  if (account && (await hasBooked(ctx.db, account.id, row.provider_id))) throw new Refusal('promo_first_only')
}

/**
 * Returns a keyed hash of the normalised email address, to count uses per person. Must not run inside a transaction.
 */
export async function hashPromoPerson(database: Database, email: string): Promise<Buffer> {
  return createHmac('sha256', await getSiteSecret(database, 'promo_secret'))
    .update(normaliseEmail(email))
    .digest()
}
