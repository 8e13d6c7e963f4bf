import { createHash, randomUUID } from 'node:crypto'
import type { FeeTerms } from '#contract/fees.ts'
import { toMinor, type Minor } from '#contract/money.ts'
import { presentIncludedTax, type Tax } from '#contract/payments/tax.ts'
import { computePlatformShare } from '#contract/price.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import type { ResolvedSearch } from './saved-search.ts'
import type { FrozenAddOn } from './add-ons.ts'
import { insertQuote } from './locked-quotes.queries.ts'

/** A package as it is kept: by the catalogue's services. */
export type FrozenPackage = { title: string; costMinor: Minor; services: [service: string, count: number][] }

/** By what a price was made; the last two are missing in versions from before they were kept. */
export type QuoteTerms = FeeTerms & {
  costsMinor: Minor[]
  share: number
  minimumMinor?: Minor
  serviceCosts?: Record<string, Minor>
  /** What they sold together of it, at what it earned then. */
  packages?: FrozenPackage[]
  /** What is added to services, for whom. */
  addOns?: FrozenAddOn[]
  /** What the artist called services of it that they had given a title of their own. */
  titles?: Record<string, string>
}

/** What a locked version keeps; `asked` is what it was the price of. */
export type QuoteBody = Omit<LockedQuote, 'id' | 'hash' | 'version' | 'expiresAt' | 'tax' | 'addOns'> & {
  /** The tax in the total; missing in versions from before there was any. */
  tax?: Tax | null
  asked: string
  /** The use of a promo code that has a line in it. */
  promoUse?: string
  /** The provider's side of it, which customers do not see: what they earn for one of each line, the fee's percent, the deposit's share, the smallest job worth the trip, and what each service of it earns. */
  terms: QuoteTerms
}

/** Writes a version down with its hash; nothing where another call has just kept that version. */
export const saveQuote = (
  ctx: Context,
  of: { searchId: string; providerId: string; version: number; promoOf?: string },
  body: QuoteBody,
  expiresAt: Date,
): Promise<StoredQuote | undefined> =>
  insertQuote(ctx.db, {
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

const hashOf = (body: QuoteBody): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** A price as whoever may only look reads it: of a version that is kept nowhere and books nothing. */
export const presentPassing = (body: QuoteBody, expiresAt: Date): LockedQuote =>
  presentQuote({ id: randomUUID(), version: 0, hash: hashOf(body), body, expires_at: expiresAt })

export type StoredQuote = { id: string; version: number; hash: string; body: unknown; expires_at: Date }

export const getQuoteBody = (kept: StoredQuote): QuoteBody => kept.body as QuoteBody

/** A kept version as the customer sees it. */
export function presentQuote(kept: StoredQuote): LockedQuote {
  const { asked: _, terms, promoUse: __, ...body } = getQuoteBody(kept)
  const { tax = null, total } = body
  return {
    ...body,
    addOns: (terms.addOns ?? []).map(({ id, serviceId, person }) => ({ id, serviceId, person })),
    // What the platform pays of it is paid for the work too.
    tax: tax && presentIncludedTax(toMinor(total) + computePlatformShare({ lines: body.lines, terms }), tax),
    id: kept.id,
    hash: kept.hash,
    version: kept.version,
    expiresAt: kept.expires_at.toISOString(),
  }
}

/** Whether a kept version is the price of what the search asks for now. */
export const isQuoteForSearch = (kept: StoredQuote, asked: ResolvedSearch): boolean =>
  getQuoteBody(kept).asked === computeSearchKey(asked)

export const computeSearchKey = ({ row, aim }: ResolvedSearch): string =>
  createHash('sha256')
    .update(JSON.stringify([row.event_date, aim, row.people, row.lat, row.lng]))
    .digest('base64url')
