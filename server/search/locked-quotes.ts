import { createHash, randomUUID } from 'node:crypto'
import type { FeeTerms } from '#contract/fees.ts'
import { getMinimumCharge, toMajor, toMinor, type Minor } from '#contract/money.ts'
import { divideDeposit } from '#contract/payments/later-deposit.ts'
import { presentIncludedTax, type Tax } from '#contract/payments/tax.ts'
import { computePlatformShare } from '#contract/price.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import type { ResolvedSearch } from './saved-search.ts'
import type { FrozenAddOn } from './add-ons.ts'
import { insertQuote } from './locked-quotes.queries.ts'

export type FrozenPackage = { title: string; costMinor: Minor; services: [service: string, count: number][] }

/** The basis of a price. Optional fields are undefined in older versions. */
export type QuoteTerms = FeeTerms & {
  costsMinor: Minor[]
  share: number
  minimumMinor?: Minor
  serviceCosts?: Record<string, Minor>
  packages?: FrozenPackage[]
  addOns?: FrozenAddOn[]
  titles?: Record<string, string>
}

/** Content of a locked version. `asked` is the key of the query it prices. */
export type QuoteBody = Omit<LockedQuote, 'id' | 'hash' | 'version' | 'expiresAt' | 'tax' | 'addOns'> & {
  tax?: Tax | null
  asked: string
  promoUse?: string
  /**
   * Provider's side, hidden from customers: earnings per line and service, fee percentage, deposit share and minimum.
   */
  terms: QuoteTerms
}

export function saveQuote(
  ctx: Context,
  of: { searchId: string; providerId: string; version: number; promoOf?: string },
  priced: QuoteBody,
  expiresAt: Date,
): Promise<StoredQuote | undefined> {
  const body = fitLaterDeposit(priced)
  return insertQuote(ctx.db, {
    search_id: of.searchId,
    provider_id: of.providerId,
    mode: body.mode,
    version: of.version,
    promo_of: of.promoOf ?? null,
    hash: hashOf(body),
    body: JSON.stringify(body),
    total_minor: toMinor(body.total),
    deposit_minor: toMinor(body.deposit),
    currency: body.currency,
    created_at: ctx.now,
    expires_at: expiresAt,
  })
}

/** Fits the later part to a deposit that has changed, as by a promo code. */
function fitLaterDeposit({ laterDeposit, ...body }: QuoteBody): QuoteBody {
  if (!laterDeposit) return body
  const [depositMinor, feeMinor] = [toMinor(body.deposit), toMinor(body.fee)]
  const laterMinor = divideDeposit({ depositMinor, feeMinor, leastMinor: getMinimumCharge(body.currency) })
  return laterMinor > 0 ? { ...body, laterDeposit: { ...laterDeposit, amount: toMajor(laterMinor) } } : body
}

const hashOf = (body: QuoteBody): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** Presents an unsaved price to a read-only viewer, who cannot book it. */
export const presentPassing = (body: QuoteBody, expiresAt: Date): LockedQuote =>
  presentQuote({ id: randomUUID(), version: 0, hash: hashOf(body), body, expires_at: expiresAt })

export type StoredQuote = { id: string; version: number; hash: string; body: unknown; expires_at: Date }

export const getQuoteBody = (kept: StoredQuote): QuoteBody => kept.body as QuoteBody

export function presentQuote(kept: StoredQuote): LockedQuote {
  const { asked: _, terms, promoUse: __, ...body } = getQuoteBody(kept)
  const { tax = null, total } = body
  return {
    ...body,
    addOns: (terms.addOns ?? []).map(({ id, serviceId, person }) => ({ id, serviceId, person })),
    // Includes the part that the platform pays.
    tax: tax && presentIncludedTax(toMinor(total) + computePlatformShare({ lines: body.lines, terms }), tax),
    id: kept.id,
    hash: kept.hash,
    version: kept.version,
    expiresAt: kept.expires_at.toISOString(),
  }
}

export const isQuoteForSearch = (kept: StoredQuote, asked: ResolvedSearch): boolean =>
  getQuoteBody(kept).asked === computeSearchKey(asked)

export const computeSearchKey = ({ row, aim }: ResolvedSearch): string =>
  createHash('sha256')
    .update(JSON.stringify([row.event_date, aim, row.people, row.lat, row.lng]))
    .digest('base64url')
