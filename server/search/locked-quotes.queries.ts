import type { Minor } from '#contract/money.ts'
import { type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/database.ts'
import type { Mode } from '#contract/values.ts'
import { hasProfileId } from '#server/providers/index.ts'
import type { StoredQuote } from './locked-quotes.ts'

export type QuoteRow = StoredQuote & {
  search_id: string
  provider_id: string
  mode: 'mobile' | 'studio'
  latest: boolean
  /** The base version, if this one has a promo code. */
  promo_of: string | null
  offer_id: string | null
  total_minor: Minor
  deposit_minor: Minor
  currency: string
  slug: string
  name: string
  provider_state: string
  /** True if the provider takes Instant Book on the search's day. */
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

const quotes = (db: Db) =>
  db
    .selectFrom('quote')
    .innerJoin('provider', 'provider.id', 'quote.provider_id')
    .innerJoin('search', 'search.id', 'quote.search_id')
    .select((eb) => [
      'quote.id',
      'quote.version',
      'quote.promo_of',
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
      sql<boolean>`takes_instant_book(provider.instant_booking, provider.instant_until, search.event_date, search.tz)`.as(
        'instant_booking',
      ),
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
              .whereRef('newer.version', '>', 'quote.version')
              .where('newer.promo_of', 'is', null),
          ),
        )
        .as('latest'),
      eb
        .selectFrom('offer')
        .select('offer.id')
        .where((of) => of('offer.quote_id', '=', of.fn.coalesce('quote.promo_of', 'quote.id')))
        .where('offer.state', '=', 'offered')
        .as('offer_id'),
    ])

/** Returns the newest locked quote of a search, with the offer and provider that decide whether it can be booked. */
export const findQuoteRow = (
  db: Db,
  searchId: string,
  by: { hash: string; profileId: string; now: Date } | { id: string },
): Promise<QuoteRow | undefined> => {
  const found = quotes(db).where('quote.search_id', '=', searchId)
  const one =
    'id' in by
      ? found.where('quote.id', '=', by.id)
      : found
          .where('quote.hash', '=', by.hash)
          // A price with a promo code or trial belongs to one hold while it lasts.
          .where((eb) =>
            eb.or([
              eb('quote.promo_of', 'is', null),
              eb.exists(
                eb
                  .selectFrom('hold')
                  .select('hold.id')
                  .whereRef('hold.quote_id', '=', 'quote.id')
                  .where('hold.state', '=', 'held')
                  .where('hold.expires_at', '>', by.now),
              ),
            ]),
          )
          .where(hasProfileId(by.profileId))
  return one.orderBy('quote.version', 'desc').limit(1).executeTakeFirst() as Promise<QuoteRow | undefined>
}

/** Selects the quote as a column for the hold of the surrounding statement; parse it with `toQuoteRow`. */
export const selectQuoteOfHold = (db: Db) =>
  jsonObjectFrom(
    quotes(db)
      .where('quote.id', '=', sql.ref<string>('hold.quote_id'))
      .where('quote.search_id', '=', sql.ref<string>('hold.search_id')),
  ) as unknown as RawBuilder<QuoteRead | null>

type QuoteRead = Omit<QuoteRow, 'expires_at'> & { expires_at: string }
export const toQuoteRow = (quote: QuoteRead): QuoteRow => ({ ...quote, expires_at: new Date(quote.expires_at) })

export const findHeldQuote = (
  db: Db,
  searchId: string,
  providerId: string,
  now: Date,
): Promise<(StoredQuote & { mode: 'mobile' | 'studio' }) | undefined> =>
  db
    .selectFrom('hold')
    .innerJoin('quote', 'quote.id', 'hold.quote_id')
    .where('hold.search_id', '=', searchId)
    .where('hold.provider_id', '=', providerId)
    .where('hold.state', '=', 'held')
    .where('hold.expires_at', '>', now)
    .select(['quote.id', 'quote.version', 'quote.hash', 'quote.body', 'quote.expires_at', 'quote.mode'])
    .executeTakeFirst() as Promise<(StoredQuote & { mode: 'mobile' | 'studio' }) | undefined>

/** Returns whether the customer's hold has become a booking, even before that is published. */
export const hasBecomeBooking = async (db: Db, searchId: string, providerId: string): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('hold')
      .where('search_id', '=', searchId)
      .where('provider_id', '=', providerId)
      .where('state', '=', 'booked')
      .select('id')
      .executeTakeFirst(),
  )

const columns = ['id', 'version', 'hash', 'body', 'expires_at'] as const

export const findLatestQuote = (db: Db, searchId: string, providerId: string, mode: Mode) =>
  db
    .selectFrom('quote')
    .select(columns)
    .where('search_id', '=', searchId)
    .where('provider_id', '=', providerId)
    .where('mode', '=', mode)
    .where('promo_of', 'is', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

type NewQuote = {
  search_id: string
  provider_id: string
  mode: Mode
  version: number
  promo_of: string | null
  hash: string
  body: string
  total_minor: Minor
  deposit_minor: Minor
  currency: string
  created_at: Date
  expires_at: Date
}

/** Returns undefined if a concurrent request has inserted the version. */
export const insertQuote = (db: Db, row: NewQuote) =>
  db
    .insertInto('quote')
    .values(row)
    .onConflict((oc) =>
      oc.columns(['search_id', 'provider_id', 'mode', 'version']).where('promo_of', 'is', null).doNothing(),
    )
    .returning(columns)
    .executeTakeFirst()

export const countStanding = async (db: Db, providerId: string, now: Date): Promise<number> => {
  const row = await db
    .selectFrom('quote')
    .select((eb) => eb.fn.count<number>('search_id').distinct().as('n'))
    .where('provider_id', '=', providerId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

export const endQuote = (db: Db, id: string, now: Date) =>
  db.updateTable('quote').set({ expires_at: now }).where('id', '=', id).where('expires_at', '>', now).execute()

export type StandingOffer = {
  id: string
  requestId: string
  version: number
  kind: 'asPriced' | 'changed' | 'otherTime'
  reason: string
  note: string
  mode: Mode
  endsAt: Date
  totalMinor: Minor
  depositMinor: Minor
  during: { from: number; until: number } | null
  quote: StoredQuote
}

export async function findStandingOffer(
  db: Db,
  searchId: string,
  providerId: string,
  now: Date,
): Promise<StandingOffer | null> {
  const row = await db
    .selectFrom('offer')
    .innerJoin('request', 'request.id', 'offer.request_id')
    .innerJoin('quote', 'quote.id', 'offer.quote_id')
    .where('request.search_id', '=', searchId)
    .where('request.provider_id', '=', providerId)
    .where('offer.state', '=', 'offered')
    .where('offer.ends_at', '>', now)
    .select([
      'offer.id',
      'offer.request_id',
      'offer.version',
      'offer.quote_id',
      'offer.kind',
      'offer.reason',
      'offer.note',
      'offer.ends_at',
      sql<number | null>`(extract(epoch from lower(offer.during)) * 1000)::float8`.as('from_ms'),
      sql<number | null>`(extract(epoch from upper(offer.during)) * 1000)::float8`.as('until_ms'),
      'request.mode',
      'quote.version as quote_version',
      'quote.total_minor',
      'quote.deposit_minor',
      'quote.hash',
      'quote.body',
      'quote.expires_at',
    ])
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    requestId: row.request_id,
    version: row.version,
    kind: row.kind as StandingOffer['kind'],
    reason: row.reason,
    note: row.note,
    mode: row.mode as Mode,
    endsAt: row.ends_at,
    totalMinor: row.total_minor,
    depositMinor: row.deposit_minor,
    during: row.from_ms === null || row.until_ms === null ? null : { from: row.from_ms, until: row.until_ms },
    quote: { id: row.quote_id, version: row.quote_version, hash: row.hash, body: row.body, expires_at: row.expires_at },
  }
}

export const findQuoteById = (db: Db, searchId: string, id: string) => findQuoteRow(db, searchId, { id })
