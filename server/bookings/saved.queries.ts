import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { Media } from '#server/providers/index.ts'

const most = 300

type Sold = { no: number; minutes: number; minor: Minor; category: number }

export const listSavedArtists = (db: Db, accountId: string) =>
  db
    .selectFrom('saved_artist')
    .innerJoin('provider', 'provider.id', 'saved_artist.provider_id')
    .where('saved_artist.account_id', '=', accountId)
    .select([
      'provider.id',
      'provider.slug',
      'provider.name',
      'provider.area',
      'provider.state',
      'provider.country_code',
      'provider.no',
      'provider.booking_count',
      'provider.approved_at',
      'provider.created_at',
      'provider.skills',
      'provider.review_count',
      'provider.review_sum',
      sql<Media | null>`(select json_build_object('id', m.id, 'alt', m.alt, 'file', m.file) from media m where m.id = provider.profile_media_id)`.as(
        'face',
      ),
      sql<Media[] | null>`(select json_agg(json_build_object('id', m.id, 'alt', m.alt, 'file', m.file)) from (
        select id, alt, file from media where provider_id = provider.id and id is distinct from provider.profile_media_id
        order by (file is not null) desc, (id = provider.cover_media_id) desc nulls last, album_id, position, id limit 3) m)`.as(
        'media',
      ),
      sql<Sold[] | null>`(
        select json_agg(json_build_object('no', s.no, 'minutes', s.minutes, 'minor', ps.cost_minor, 'category', s.category_id))
        from provider_service ps join service s on s.id = ps.service_id
        where ps.provider_id = provider.id and ps.status = 'active')`.as('sold'),
    ])
    .orderBy('saved_artist.created_at', 'desc')
    .limit(most)
    .execute()

export const countSaved = async (db: Db, accountId: string): Promise<number> =>
  Math.min(
    most,
    (
      await db
        .selectFrom('saved_artist')
        .where('account_id', '=', accountId)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

export const saveArtistOf = (db: Db, row: { account_id: string; provider_id: string; created_at: Date }) =>
  db
    .insertInto('saved_artist')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .execute()
export const deleteSavedArtist = (db: Db, accountId: string, providerId: string) =>
  db.deleteFrom('saved_artist').where('account_id', '=', accountId).where('provider_id', '=', providerId).execute()

export const listSearchesWithActs = (db: Db, accountId: string) =>
  db
    .selectFrom('search')
    .where('account_id', '=', accountId)
    .select([
      'id',
      'place_name',
      'event_date',
      'finish_time',
      'country_code',
      'people',
      'tz',
      sql<string>`coalesce(details->>'event', '')`.as('event'),
      sql<number>`(select count(*) from quote_act a where a.search_id = search.id and a.state = 'offered')::int`.as(
        'offers',
      ),
      sql<
        number | null
      >`(select min(total_minor) from quote_act a where a.search_id = search.id and a.state = 'offered')`.as(
        'lowest_minor',
      ),
      sql<number>`(select count(*) from quote_act a where a.search_id = search.id and a.state in ('requested', 'unconfirmed'))::int`.as(
        'waiting',
      ),
      sql<boolean>`exists (select from quote_act a where a.search_id = search.id and a.state = 'booked')`.as('booked'),
    ])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('search as later')
            .select('later.id')
            .whereRef('later.previous_search', '=', 'search.id')
            .whereRef('later.account_id', '=', 'search.account_id'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
