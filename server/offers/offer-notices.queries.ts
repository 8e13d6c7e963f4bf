import type { Look, Requester } from '#contract/search/search.ts'
import type { Db } from '#db/database.ts'

export type Facts = Awaited<ReturnType<typeof getFacts>>

export async function getFacts(db: Db, requestId: string, quoteId: string) {
  const row = await db
    .selectFrom('request')
    .innerJoin('search', 'search.id', 'request.search_id')
    .innerJoin('provider', 'provider.id', 'request.provider_id')
    .innerJoin('account as customer', 'customer.id', 'request.account_id')
    .leftJoin('account as owner', 'owner.id', 'provider.account_id')
    .innerJoin('quote', (join) => join.on('quote.id', '=', quoteId))
    .leftJoin('team_part', (join) =>
      join
        .onRef('team_part.search_id', '=', 'request.search_id')
        .onRef('team_part.provider_id', '=', 'request.provider_id'),
    )
    .where('request.id', '=', requestId)
    .select(['team_part.team_up_id'])
    .select([
      'request.search_id',
      'request.ends_at',
      'request.mode',
      'search.event_date',
      'search.finish_time',
      'search.start_time',
      'search.time_constraint',
      'search.tz',
      'search.area',
      'search.people',
      'search.details',
      'search.country_code',
      'search.lat',
      'search.lng',
      'customer.id as customer_id',
      'customer.name as customer_name',
      'customer.email as customer_email',
      'provider.id as provider_id',
      'provider.name as provider_name',
      'provider.country_code as provider_country',
      'provider.lat as provider_lat',
      'provider.lng as provider_lng',
      'owner.id as owner_id',
      'owner.email as owner_email',
      'quote.body',
    ])
    .executeTakeFirstOrThrow()
  const details = row.details as Requester | null
  return {
    searchId: row.search_id,
    teamId: row.team_up_id,
    providerId: row.provider_id,
    endsAt: row.ends_at,
    mode: row.mode,
    eventDate: row.event_date,
    finishTime: row.finish_time,
    startTime: row.start_time,
    timeConstraint: row.time_constraint,
    tz: row.tz,
    place: row.area,
    people: row.people as unknown as Look[],
    event: details?.event ?? '',
    country: row.country_code,
    lat: row.lat,
    lng: row.lng,
    customer: details?.name ?? row.customer_name,
    customerAccount: row.customer_id,
    customerEmail: row.customer_email,
    provider: row.provider_name,
    providerAccount: row.owner_id,
    providerEmail: row.owner_email,
    providerCountry: row.provider_country,
    providerLat: row.provider_lat,
    providerLng: row.provider_lng,
    quote: row.body as unknown,
  }
}

export const findOwner = (
  db: Db,
  providerId: string,
): Promise<{ email: string; name: string; accountId: string; country: string } | undefined> =>
  db
    .selectFrom('provider')
    .innerJoin('account', 'account.id', 'provider.account_id')
    .where('provider.id', '=', providerId)
    .select(['account.email', 'provider.name', 'account.id as accountId', 'provider.country_code as country'])
    .executeTakeFirst()
