import { type RoundedSpot, buildWithinCondition } from '#server/places/index.ts'
import type { Minor } from '#contract/money.ts'
import { type Expression, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

/** Locks the account of a new profile, so that concurrent requests do not create two. */
export const lockProfileAccount = (db: Db, accountId: string) =>
  db.selectFrom('account').select(['name', 'sample']).where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()

export const updateProvider = (db: Db, id: string, change: Updateable<DB['provider']>) =>
  db.updateTable('provider').set(change).where('id', '=', id).execute()

export const listSpokenLanguages = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{
    language: string
  }>`select distinct unnest(languages) as language from provider where state in ('approved', 'paused')`.execute(db)
  return rows.map(({ language }) => language)
}

export const listSlugsLike = async (db: Db, slug: string): Promise<string[]> =>
  (await db.selectFrom('provider').select('slug').where('slug', 'like', `${slug}%`).limit(10_000).execute()).map(
    (row) => row.slug,
  )

type NewProvider = {
  account_id: string
  slug: string
  name: string
  country_code: string
  lat: number
  lng: number
  area: string
  city: string
  tz: string
  studio: boolean
  studio_address: string
  sample: boolean
  created_at: Date
}

export const insertProvider = (db: Db, row: NewProvider) =>
  db
    .insertInto('provider')
    .values(row)
    .onConflict((oc) => oc.column('slug').doNothing())
    .returningAll()
    .executeTakeFirst()

export const listAllServices = (db: Db, providerId: string) =>
  db
    .selectFrom('provider_service')
    .select(['service_id', 'status', 'cost_minor', 'minutes', 'deposit_share'])
    .where('provider_id', '=', providerId)
    .execute()

export const removeServices = (db: Db, providerId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.deleteFrom('provider_service').where('provider_id', '=', providerId).where('service_id', 'in', ids).execute()

export const upsertServices = (
  db: Db,
  providerId: string,
  services: readonly { id: string; minutes: number | null }[],
) =>
  services.length === 0
    ? Promise.resolve([])
    : db
        .insertInto('provider_service')
        .values(
          services.map(({ id, minutes }) => ({
            provider_id: providerId,
            service_id: id,
            status: 'unpriced',
            cost_minor: null,
            minutes,
          })),
        )
        .onConflict((oc) =>
          oc.columns(['provider_id', 'service_id']).doUpdateSet((eb) => ({ minutes: eb.ref('excluded.minutes') })),
        )
        .execute()

export async function replaceArtists(
  db: Db,
  providerId: string,
  artists: readonly { name: string; services: readonly string[] }[],
): Promise<void> {
  await db.deleteFrom('artist').where('provider_id', '=', providerId).execute()
  await db
    .insertInto('artist')
    .values(
      artists.map(({ name, services }, position) => ({
        provider_id: providerId,
        position,
        name,
        service_ids: [...services],
      })),
    )
    .execute()
}

export const setPrices = (
  db: Db,
  providerId: string,
  prices: readonly { id: string; status: string; costMinor: Minor | null }[],
) =>
  sql`update provider_service ps set status = given.status, cost_minor = given.cost_minor
    from unnest(${sql.val(prices.map((p) => p.id))}::text[], ${sql.val(prices.map((p) => p.status))}::text[], ${sql.val(prices.map((p) => p.costMinor))}::int[]) as given(service_id, status, cost_minor)
    where ps.provider_id = ${providerId} and ps.service_id = given.service_id`.execute(db)

export const clearPrices = (db: Db, providerId: string) =>
  db
    .updateTable('provider_service')
    .set({ status: 'unpriced', cost_minor: null })
    .where('provider_id', '=', providerId)
    .execute()

export const getCounts = async (db: Db, providerId: string): Promise<{ albums: number; pictures: number }> => {
  const albums = await db
    .selectFrom('album')
    .select(sql<number>`count(*)`.as('n'))
    .where('provider_id', '=', providerId)
    .executeTakeFirstOrThrow()
  const pictures = await db
    .selectFrom('media')
    .select(sql<number>`count(*)`.as('n'))
    .where('provider_id', '=', providerId)
    .where('album_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return { albums: Number(albums.n), pictures: Number(pictures.n) }
}

export const listMediaById = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('media').select(['id', 'alt', 'file', 'album_id']).where('id', 'in', ids).execute()

export const findFirstAlbumPicture = (db: Db, providerId: string) =>
  db
    .selectFrom('media')
    .select(['id', 'alt', 'file'])
    .where('provider_id', '=', providerId)
    .where('album_id', 'is not', null)
    .orderBy(sql`(file is null)`)
    .orderBy('album_id')
    .orderBy('position')
    .orderBy('id')
    .executeTakeFirst()

export const insertPhoto = (
  db: Db,
  row: {
    provider_id: string
    alt: string
    file: string
    upload_id: string
    width: number
    height: number
    created_at: Date
  },
) => db.insertInto('media').values(row).returning('id').executeTakeFirstOrThrow()

export const deleteLoosePhoto = (db: Db, id: number) =>
  db
    .deleteFrom('media')
    .where('id', '=', id)
    .where('album_id', 'is', null)
    .where('upload_id', 'is not', null)
    .returning('upload_id')
    .executeTakeFirst()

/**
 * Returns the interquartile range of earnings per service near a point, of the nearest 500 artists. At least five
 * artists are needed.
 */
export const listPricesNear = async (
  db: Db,
  near: { at: RoundedSpot; countryCode: string; but: string; metres: number; categoryId: number },
): Promise<{ service_id: string; low: number; middle: number; high: number; artists: number }[]> => {
  const north = near.metres / 111_195 + 0.01
  const east = north / Math.max(0.05, Math.cos((near.at.lat * Math.PI) / 180)) + 0.01
  const { rows } = await sql<{ service_id: string; low: number; middle: number; high: number; artists: number }>`
    with nearby as materialized (
      select id from provider
      where state = 'approved' and country_code = ${near.countryCode} and id <> ${near.but}
        and point(lng, lat) <@ box(point(${near.at.lng - east}, ${near.at.lat - north}), point(${near.at.lng + east}, ${near.at.lat + north}))
        and ${buildWithinCondition(near.at, near.metres, [sql`lat`, sql`lng`])}
      order by point(lng, lat) <-> point(${near.at.lng}, ${near.at.lat}) limit 500)
    select ps.service_id, floor(percentile_cont(0.25) within group (order by ps.cost_minor))::int as low, ceil(percentile_cont(0.75) within group (order by ps.cost_minor))::int as high,
      -- The median of the middle fifth, so that no single artist's price is shown.
      round((percentile_cont(0.4) within group (order by ps.cost_minor) + percentile_cont(0.6) within group (order by ps.cost_minor)) / 2)::int as middle, count(*)::int as artists
    from nearby join provider_service ps on ps.provider_id = nearby.id join service s on s.id = ps.service_id
    where ps.status = 'active' and s.category_id = ${near.categoryId}
    group by ps.service_id having count(*) >= 5`.execute(db)
  return rows
}

export const findProviderOfSocialName = (db: Db, name: string) =>
  db
    .selectFrom('provider')
    .select('id')
    .where(sql`lower(instagram)`, '=', name.toLowerCase())
    .where('state', '=', 'approved')
    .executeTakeFirst()

export const listAlbumPhotos = (db: Db, providerId: string, count: number) =>
  db
    .selectFrom('media')
    .select(['id', 'alt', 'file'])
    .where('provider_id', '=', providerId)
    .where('album_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()

export type Person = {
  accountId: string | null
  visitorHash: Buffer | null
  deviceHash: Buffer | null
  email: string | null
}

/**
 * Returns whether the caller owns a profile: by account or impersonation, email, a verified number shared by accounts,
 * the visitor cookie of their searches, or a browser they signed in with.
 */
export const isOwnPerson = async (db: Db, providerId: string, of: Person): Promise<boolean> => {
  const { rows } = await sql<{ own: boolean | null }>`select ${isProfileOwnerSql(providerId, of)} as own`.execute(db)
  return rows[0]?.own ?? false
}

export const isProfileOwnerSql = (providerId: Expression<string> | string, of: Person): RawBuilder<boolean | null> =>
  sql`(
    with owner as (select a.id, a.email from provider p join account a on a.id = p.account_id where p.id = ${providerId}::uuid),
    -- Each by its own index.
    caller as (
      select id, stands_in_for from account where id = ${of.accountId}::uuid
      union all select id, stands_in_for from account where email = ${of.email}::citext and stands_in_for is null
      union all select id, stands_in_for from account where email = ${of.email}::citext and stands_in_for is not null
    )
    select coalesce(
      o.id = ${of.accountId}::uuid or o.email = ${of.email}::citext
      or exists (select from caller c where c.id = o.id or c.stands_in_for = o.id)
      or exists (select from caller c join number_proof theirs on theirs.account_id = c.id and theirs.proven_at is not null
        join number_proof own on own.mobile = theirs.mobile and own.account_id = o.id and own.proven_at is not null)
      or exists (select from search s where s.visitor_hash = ${of.visitorHash}::bytea and s.account_id = o.id)
      or exists (select from known_device d where d.account_id = o.id and d.device_hash = ${of.deviceHash}::bytea), false) as own
    from owner o)`
