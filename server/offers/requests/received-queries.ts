import type { FreeOf, LookTag } from '#contract/looks/vocabulary.ts'
import type { Look, Requester } from '#contract/search/search.ts'
import type { Db } from '#db/database.ts'
import type { RequestRow } from './request-queries.ts'

/** A request with its search and the price it was asked at, as its provider reads it. */
export type ReceivedRow = RequestRow & {
  finish_time: string | null
  start_time: string | null
  time_constraint: 'start' | 'finish'
  tz: string
  area: string
  people: Look[]
  tags: LookTag[]
  free_of: FreeOf[]
  details: Requester | null
  lat: number
  lng: number
  country_code: string
  customer_name: string
  customer_gone: Date | null
  body: unknown
}

const rows = (db: Db) =>
  db
    .selectFrom('request')
    .innerJoin('search', 'search.id', 'request.search_id')
    .innerJoin('account', 'account.id', 'request.account_id')
    .innerJoin('quote', 'quote.id', 'request.quote_id')
    .selectAll('request')
    .select([
      'search.finish_time',
      'search.start_time',
      'search.time_constraint',
      'search.tz',
      'search.area',
      'search.people',
      'search.tags',
      'search.free_of',
      'search.details',
      'search.lat',
      'search.lng',
      'search.country_code',
      'account.name as customer_name',
      'account.deleted_at as customer_gone',
      'quote.body',
    ])

/** What a provider is asked: what waits, the most urgent first; what stands offered; what has ended since then. */
export async function receivedBy(db: Db, providerId: string, since: Date): Promise<ReceivedRow[]> {
  const of = () => rows(db).where('request.provider_id', '=', providerId)
  const [waiting, standing, ended] = [
    await of().where('request.state', '=', 'requested').orderBy('request.ends_at').limit(200).execute(),
    await of()
      .where('request.state', '=', 'offered')
      .where('request.open', '=', true)
      .orderBy('request.answered_at', 'desc')
      .limit(100)
      .execute(),
    // What was never put before the provider is not shown to them.
    await of()
      .where('request.open', '=', false)
      .where('request.confirmed_at', 'is not', null)
      .where('request.ends_at', '>', since)
      .orderBy('request.ends_at', 'desc')
      .limit(50)
      .execute(),
  ]
  return [...waiting, ...standing, ...ended] as unknown as ReceivedRow[]
}

/** One request of a provider that was put before them. */
export const receivedById = (db: Db, providerId: string, id: string) =>
  rows(db)
    .where('request.provider_id', '=', providerId)
    .where('request.id', '=', id)
    .where('request.confirmed_at', 'is not', null)
    .executeTakeFirst() as unknown as Promise<ReceivedRow | undefined>
