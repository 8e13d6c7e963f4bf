import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Kept } from './lock-quote.ts'

export type QuoteRow = Kept & {
  search_id: string
  provider_id: string
  mode: 'mobile' | 'studio'
  latest: boolean
  offer_id: string | null
  total_minor: number
  deposit_minor: number
  currency: string
  slug: string
  name: string
  provider_state: string
  instant_booking: boolean
  payouts_ready: boolean
  buffer_minutes: number
  notice_hours: number
  provider_tz: string
  provider_lat: number
  provider_lng: number
  policy: 'flexible' | 'fair' | 'strict'
  provider_account_id: string | null
}

/** A locked quote of a search with what decides whether it can be booked: the newest of its kind, the offer behind it, the provider as they stand. */
export const quoteRow = (
  db: Db,
  searchId: string,
  by: { hash: string; profileId: string } | { id: string },
): Promise<QuoteRow | undefined> => {
  const found = db
    .selectFrom('quote')
    .innerJoin('provider', 'provider.id', 'quote.provider_id')
    .where('quote.search_id', '=', searchId)
  const one =
    'id' in by
      ? found.where('quote.id', '=', by.id)
      : found
          .where('quote.hash', '=', by.hash)
          .where((eb) =>
            eb.or([
              eb('provider.slug', '=', by.profileId),
              eb(sql<string>`provider.id::text`, '=', by.profileId.toLowerCase()),
            ]),
          )
  return one
    .select((eb) => [
      'quote.id',
      'quote.version',
      'quote.hash',
      'quote.body',
      'quote.expires_at',
      'quote.search_id',
      'quote.provider_id',
      'quote.mode',
      'quote.total_minor',
      'quote.deposit_minor',
      'quote.currency',
      'provider.slug',
      'provider.name',
      'provider.state as provider_state',
      'provider.instant_booking',
      'provider.payouts_ready',
      'provider.buffer_minutes',
      'provider.notice_hours',
      'provider.tz as provider_tz',
      'provider.lat as provider_lat',
      'provider.lng as provider_lng',
      'provider.policy',
      'provider.account_id as provider_account_id',
      eb
        .not(
          eb.exists(
            eb
              .selectFrom('quote as newer')
              .select('newer.id')
              .whereRef('newer.search_id', '=', 'quote.search_id')
              .whereRef('newer.provider_id', '=', 'quote.provider_id')
              .whereRef('newer.mode', '=', 'quote.mode')
              .whereRef('newer.version', '>', 'quote.version'),
          ),
        )
        .as('latest'),
      eb
        .selectFrom('offer')
        .select('offer.id')
        .whereRef('offer.quote_id', '=', 'quote.id')
        .where('offer.state', '=', 'offered')
        .as('offer_id'),
    ])
    .orderBy('quote.version', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<QuoteRow | undefined>
}

/** The quote whose time this search's own customer keeps just now. */
export const heldQuote = (
  db: Db,
  searchId: string,
  providerId: string,
  now: Date,
): Promise<(Kept & { mode: 'mobile' | 'studio' }) | undefined> =>
  db
    .selectFrom('hold')
    .innerJoin('quote', 'quote.id', 'hold.quote_id')
    .where('hold.search_id', '=', searchId)
    .where('hold.provider_id', '=', providerId)
    .where('hold.state', '=', 'held')
    .where('hold.expires_at', '>', now)
    .select(['quote.id', 'quote.version', 'quote.hash', 'quote.body', 'quote.expires_at', 'quote.mode'])
    .executeTakeFirst() as Promise<(Kept & { mode: 'mobile' | 'studio' }) | undefined>
