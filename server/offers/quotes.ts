import type { OutputOf } from '#contract/endpoint.ts'
import type { openQuotes } from '#contract/offers/open-quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { listProviderNumbers, getCallerProvider } from '#server/providers/index.ts'
import {
  isQuoteForSearch,
  getBookableQuote,
  countStanding,
  presentQuote,
  findQuoteRow,
  type QuoteRow,
  type ResolvedSearch,
} from '#server/search/index.ts'
import { toMajor } from '#contract/money.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { notifyPayoutMissing } from './offer-notices.ts'

export async function countOpenQuotes(ctx: Context): Promise<OutputOf<typeof openQuotes.count>> {
  const provider = await getCallerProvider(ctx)
  return { count: await countStanding(ctx.db, provider.id, ctx.now) }
}

type QuoteToBook = { row: QuoteRow; locked: LockedQuote }

/**
 * Returns a quote by its accepted hash, while it can be booked. Throws with the difference if there is a newer one, or
 * if it expired, has no time, requires a request or cannot be paid out. Must not run inside a transaction.
 */
export async function getQuoteToBook(
  ctx: Context,
  asked: ResolvedSearch,
  of: { profileId: string; mode: 'mobile' | 'studio'; hash: string },
): Promise<QuoteToBook> {
  // A blocked quote appears expired, so that neither side learns of the block.
  const [known] = asked.row.blocked?.length ? await listProviderNumbers(ctx.db, [of.profileId]) : []
  if (known && asked.row.blocked?.includes(known.no)) throw new Refusal('quote_expired', { detail: { why: 'booked' } })
  const row = await findQuoteRow(ctx.db, asked.row.id, { ...of, now: ctx.now })
  if (
    !row ||
    row.mode !== of.mode ||
    !row.latest ||
    row.expires_at <= ctx.now ||
    (!row.offer_id && !isQuoteForSearch(row, asked))
  )
    throw await changed(ctx, asked, of, row)
  if (row.provider_state !== 'approved') throw new Refusal('not_found')
  const locked = presentQuote(row)
  if (!locked.plan) throw new Refusal('time_needed')
  if (!row.payouts_ready) {
    if (!ctx.viewer.key?.sandbox) await ctx.transaction((tx) => notifyPayoutMissing(tx, row.provider_id))
    throw new Refusal('payout_missing')
  }
  if (!row.offer_id && !row.instant_booking) throw new Refusal('not_instant')
  return { row, locked }
}

// Shows the current quote next to the accepted one, for one-click confirmation.
async function changed(
  ctx: Context,
  asked: ResolvedSearch,
  of: { profileId: string; mode: 'mobile' | 'studio' },
  before: QuoteRow | undefined,
): Promise<Refusal> {
  const now = await getBookableQuote(ctx, asked, of.profileId, of.mode)
  if (!now.locked)
    return new Refusal(now.why === 'timeMissing' ? 'time_needed' : 'quote_expired', { detail: { why: now.why } })
  return new Refusal('quote_changed', {
    detail: {
      before: before ? { total: toMajor(before.total_minor), deposit: toMajor(before.deposit_minor) } : null,
      locked: now.locked,
    },
  })
}
