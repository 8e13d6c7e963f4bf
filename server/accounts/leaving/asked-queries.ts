import type { Db } from '#db/database.ts'

/** What these accounts have asked artists that has no end yet, with what its artist is told of it. */
export const openAsked = (db: Db, accountIds: readonly string[]) =>
  db
    .selectFrom('request')
    .innerJoin('search', 'search.id', 'request.search_id')
    .innerJoin('provider', 'provider.id', 'request.provider_id')
    .innerJoin('account as artist', 'artist.id', 'provider.account_id')
    .where('request.account_id', 'in', accountIds)
    .where('request.open', '=', true)
    .where('request.confirmed_at', 'is not', null)
    .where('artist.id', 'not in', accountIds)
    .where('artist.deleted_at', 'is', null)
    .select([
      'request.id',
      'search.event_date',
      'search.area',
      'artist.id as artist_id',
      'artist.email',
      'provider.name',
      'provider.country_code',
    ])
    .execute()
