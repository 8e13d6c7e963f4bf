import { type NotNull, type Selectable, sql } from 'kysely'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { Database, Db } from '#db/database.ts'
import { cursors, decodeCursor, encodeCursor, fetchOrderedPage } from '#server/platform/pagination.ts'
import type { CheckExpiries } from './badge.ts'
import type { Media } from './picture.ts'
import type { DB } from '#db/schema.generated.ts'
import { truncate } from '#contract/text.ts'

export type CardRow = {
  no: number
  version: number
  id: string
  slug: string
  name: string
  area: string
  country_code: string
  lat: number
  lng: number
  skills: string[]
  policy: 'flexible' | 'fair' | 'strict'
  shades: string[]
  artists: string[]
  held: CheckExpiries
  media: Media[] | null
  face: Media | null
}

export const listCardRows = (database: Database, nos: readonly number[]): Promise<CardRow[]> =>
  database.prepared(
    'provider_cards',
    `
    select p.no, coalesce((select version from card_version where provider_no = p.no), 0) as version,
      p.id, p.slug, p.name, p.area, p.country_code, p.lat, p.lng, p.skills, p.policy, p.shades,
      array(select name from artist where provider_id = p.id order by position) as artists,
      coalesce((select json_object_agg(kind, until) from (
         select kind, max(coalesce(valid_until, '9999-12-31'))::text as until from artist_document
         where provider_id = p.id and state = 'accepted' group by kind) d), '{}') as held,
      (select json_agg(json_build_object('id', m.id, 'alt', m.alt, 'file', m.file)) from (
         select id, alt, file from media where provider_id = p.id and id is distinct from p.profile_media_id
         order by (file is not null) desc, (id = p.cover_media_id) desc nulls last, album_id, position, id limit 5) m) as media,
      (select json_build_object('id', id, 'alt', alt, 'file', file) from media where id = p.profile_media_id) as face
    from provider p where p.no = any($1::int[]) and p.state = 'approved'`,
    [nos],
  )

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const hasProfileId = (profileId: string) =>
  isUuid.test(profileId)
    ? sql<boolean>`provider.id = ${profileId.toLowerCase()}::uuid`
    : sql<boolean>`provider.slug = ${profileId}`

export const findProvider = async (db: Db, profileId: string, states: readonly string[]) =>
  db.selectFrom('provider').selectAll().where(hasProfileId(profileId)).where('state', 'in', states).executeTakeFirst()

export const findProviderOfAccount = (db: Db, accountId: string) =>
  db.selectFrom('provider').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Serialises changes to a provider's diary with an advisory lock. The database constraint is the final guard. */
export const lockDiary = async (db: Db, providerId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('diary ' || ${providerId}, 0))`.execute(db)
}

export const listProviderNumbers = async (
  db: Db,
  profileIds: readonly string[],
): Promise<{ no: number; id: string; slug: string }[]> =>
  db
    .selectFrom('provider')
    .select(['no', 'id', 'slug'])
    .where('state', '=', 'approved')
    .where((eb) =>
      eb.or([
        eb('slug', 'in', profileIds),
        eb('id', '=', eb.fn.any(sql<string[]>`${profileIds.filter((id) => isUuid.test(id))}::uuid[]`)),
      ]),
    )
    .execute()

export const listArtistsOf = (db: Db, providerId: string) =>
  db
    .selectFrom('artist')
    .select(['name', 'service_ids'])
    .where('provider_id', '=', providerId)
    .orderBy('position')
    .execute()

export const listProviderServices = (db: Db, providerId: string) =>
  db
    .selectFrom('provider_service')
    .select(['service_id', 'cost_minor', 'minutes', 'deposit_share'])
    .where('provider_id', '=', providerId)
    .where('status', '=', 'active')
    .$narrowType<{ cost_minor: NotNull }>()
    .execute()

export const listMedia = (db: Db, providerId: string) =>
  db
    .selectFrom('media')
    .select([
      'id',
      'alt',
      'file',
      'album_id',
      'before_media_id',
      'tags',
      sql<string | null>`drawing->>'kind'`.as('kind'),
    ])
    .$narrowType<{ tags: LookTag[] }>()
    .where('provider_id', '=', providerId)
    .orderBy('album_id')
    .orderBy('position')
    .orderBy('id')
    .execute()

export const listAlbumsOf = (db: Db, providerId: string) =>
  db
    .selectFrom('album')
    .select(['id', 'title'])
    .where('provider_id', '=', providerId)
    .orderBy('position')
    .orderBy('id')
    .execute()

type ReviewFilter = { providerId: string; categoryId: number | null; score: number | null }

const shown = (db: Db, q: Pick<ReviewFilter, 'providerId' | 'categoryId'>) =>
  db
    .selectFrom('review')
    .where('provider_id', '=', q.providerId)
    .where('hidden_at', 'is', null)
    .$if(q.categoryId !== null, (query) => query.where('category_id', '=', q.categoryId))

const reviewColumns = [
  'review.id',
  'author',
  'author_media_id',
  'score',
  'event',
  'comments',
  'reply',
  'replied_at',
  'media_ids',
  'hair_tags',
  'review.created_at',
  'party',
  'guest_id',
  'guest_role',
  'review.services',
  'weight',
  'counted',
] as const

/** Newest first. Only the newest per party, unless filtered by score. */
export const fetchReviewsOfProvider = (
  db: Db,
  { cursor, size, ...q }: ReviewFilter & { cursor?: string | undefined; size: number },
) => {
  const [at, id] = decodeCursor(cursor, cursors.review) ?? []
  const query = shown(db, q)
    .select(reviewColumns)
    .$if(q.score === null, (query) =>
      query.where(
        sql<boolean>`(weight = 100 or not exists (select from review o where o.party = review.party and o.hidden_at is null and (o.created_at, o.id) > (review.created_at, review.id)))`,
      ),
    )
    .$if(q.score !== null, (query) => query.where('score', '=', q.score as number))
    .$if(at !== undefined, (query) =>
      query.where(sql<boolean>`(review.created_at, review.id) < (${at}::timestamptz, ${id}::bigint)`),
    )
    .orderBy('review.created_at', 'desc')
    .orderBy('review.id', 'desc')
  return fetchOrderedPage(query, size, (row) => encodeCursor([row.created_at.toISOString(), row.id]))
}

export const findReviewOfAppointment = (db: Db, providerId: string, appointmentId: string) =>
  shown(db, { providerId, categoryId: null })
    .select(reviewColumns)
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirst()

export const listReviewsOfParties = (db: Db, providerId: string, parties: readonly string[]) =>
  parties.length === 0
    ? Promise.resolve([])
    : shown(db, { providerId, categoryId: null })
        .select(reviewColumns)
        .where('party', 'in', parties)
        .orderBy(sql`guest_id is not null`)
        .orderBy('review.id')
        .execute()

export const listBeforeAfter = (db: Db, parties: readonly string[]) =>
  parties.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('before_after as b')
        .innerJoin('upload as x', 'x.id', 'b.before_upload')
        .innerJoin('upload as y', 'y.id', 'b.after_upload')
        .select(['b.appointment_id', 'b.guest_id'])
        .select(['x.id as before_id', 'x.folder as before_folder', 'x.thumbhash as before_hash'])
        .select(['y.id as after_id', 'y.folder as after_folder', 'y.thumbhash as after_hash'])
        .where('b.appointment_id', 'in', parties)
        .where('b.yes_id', 'is not', null)
        .execute()

export const listScoresOf = (db: Db, providerId: string, categoryId: number | null) =>
  shown(db, { providerId, categoryId })
    .select(['score', sql<number>`sum(weight)::int`.as('hundredths')])
    .groupBy('score')
    .execute()

export const listPictures = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('media').select(['id', 'alt', 'file']).where('id', 'in', ids).execute()

export const listLatestPraise = async (db: Db, providerIds: readonly string[]) =>
  db
    .selectFrom('review')
    .distinctOn('provider_id')
    .select(['provider_id', 'comments'])
    .where('provider_id', 'in', providerIds)
    .where('hidden_at', 'is', null)
    .where('counted', '=', true)
    .where('score', '=', 5)
    .where('comments', '!=', '')
    .orderBy('provider_id')
    .orderBy('created_at', 'desc')
    .execute()

export const listFaces = async (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { id: string; slug: string; name: string; face: Media | null }>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('provider')
    .leftJoin('media', 'media.id', 'provider.profile_media_id')
    .where('provider.id', 'in', ids)
    .select(['provider.id', 'provider.slug', 'provider.name', 'media.id as media_id', 'media.alt', 'media.file'])
    .execute()
  return new Map(
    rows.map(({ id, slug, name, media_id, alt, file }) => [
      id,
      { id, slug, name, face: media_id === null ? null : { id: media_id, alt: alt ?? '', file } },
    ]),
  )
}

export const listTitles = async (db: Db, providerIds: readonly string[]): Promise<Map<string, Map<string, string>>> => {
  if (providerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('own_words')
    .select(['provider_id', 'service_id', 'title'])
    .where('provider_id', 'in', providerIds)
    .where('service_id', 'is not', null)
    .where('title', 'is not', null)
    .$narrowType<{ title: string; service_id: string }>()
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.provider_id)].map(([id, own]) => [
      id,
      new Map(own.map(({ service_id, title }) => [service_id, title])),
    ]),
  )
}

export type ProviderRow = Selectable<DB['provider']>

export const lockProvider = (db: Db, accountId: string) =>
  db.selectFrom('provider').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst()

export const findProviderById = (db: Db, id: string) =>
  db.selectFrom('provider').selectAll().where('id', '=', id).executeTakeFirst()

const columns = [
  'id',
  'account_id',
  'name',
  'state',
  'state_before',
  'suspended_with_account',
  'featured',
  'featured_until',
] as const

export const lockStanding = (db: Db, id: string) =>
  db.selectFrom('provider').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const lockStandingOfAccount = (db: Db, accountId: string) =>
  db.selectFrom('provider').select(columns).where('account_id', '=', accountId).forUpdate().executeTakeFirst()

export const setStanding = (
  db: Db,
  id: string,
  standing: { state: string; state_before: string | null; suspended_with_account: boolean },
) => db.updateTable('provider').set(standing).where('id', '=', id).execute()

export const setFeatured = (db: Db, id: string, until: string | null) =>
  db
    .updateTable('provider')
    .set({ featured: until !== null, featured_until: until })
    .where('id', '=', id)
    .execute()

export const endFeatures = (db: Db, today: string) =>
  db
    .updateTable('provider')
    .set({ featured: false, featured_until: null })
    .where('featured_until', '<', today)
    .execute()

export const renameDraft = (db: Db, accountId: string, name: string) =>
  db
    .updateTable('provider')
    .set({ name: truncate(name, 80) })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['draft', 'changes_requested'])
    .execute()

export const setProviderState = (db: Db, providerId: string, state: string, more: { approved_at?: Date } = {}) =>
  db
    .updateTable('provider')
    .set({ state, ...more })
    .where('id', '=', providerId)
    .execute()

export const setSignals = (
  db: Db,
  providerId: string,
  signals: { answered_percent: number; answer_minutes?: number },
) => db.updateTable('provider').set(signals).where('id', '=', providerId).execute()

export const countCancelled = (db: Db, providerId: string, now: Date) =>
  sql`
  update provider set cancelled_percent = (
    select coalesce(round(100.0 * count(*) filter (where cancelled_by = 'provider') / nullif(count(*), 0)), 0)::int
    from appointment where provider_id = ${providerId} and booked_at > ${new Date(now.getTime() - 365 * 86_400_000).toISOString()}::timestamptz)
  where id = ${providerId}`.execute(db)

export const countKept = (db: Db, providerId: string) =>
  sql`update provider set booking_count = booking_count + 1 where id = ${providerId}`.execute(db)
