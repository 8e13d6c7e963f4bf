import { sql } from 'kysely'
import type { FreeOf, LookTag } from '#contract/looks/vocabulary.ts'
import type { Database, Db } from '#db/database.ts'

export const saveLookOf = (db: Db, searchId: string, look: { tags: LookTag[]; free_of: FreeOf[] }) =>
  db.updateTable('search').set(look).where('id', '=', searchId).execute()

export type TaggedPicture = { id: number; alt: string; file: string | null; tags: LookTag[] }
type Tagged = { no: number; pictures: TaggedPicture[]; hair: LookTag[][] }

/** Returns album pictures with one of these tags in album order, and reviews that mention such hair. */
export const listTaggedWork = (
  database: Database,
  nos: readonly number[],
  tags: readonly LookTag[],
  hair: readonly LookTag[],
): Promise<Tagged[]> =>
  database.prepared(
    'search_tagged_work',
    `
    select p.no,
      coalesce((select json_agg(json_build_object('id', m.id, 'alt', m.alt, 'file', m.file, 'tags', m.tags) order by m.album_id, m.position, m.id)
        from media m where m.provider_id = p.id and m.tags && $2::text[]), '[]') as pictures,
      coalesce((select json_agg(to_json(r.hair_tags)) from review r where r.provider_id = p.id and r.hidden_at is null and r.hair_tags && $3::text[]), '[]') as hair
    from provider p where p.no = any($1::int[])`,
    [nos, tags, hair],
  )

/** Returns the providers with a picture or published review for a tag of each group. */
export async function listProvidersWithProof(
  database: Database,
  nos: readonly number[],
  groups: readonly (readonly LookTag[])[],
): Promise<Set<number>> {
  const [one = null, two = null, three = null] = groups
  const rows = await database.prepared<{ no: number }>(
    'search_proven_hair',
    `
    select p.no from provider p where p.no = any($1::int[]) and (
      exists (select from media m where m.provider_id = p.id and m.tags && $2::text[] and ($3::text[] is null or m.tags && $3::text[]) and ($4::text[] is null or m.tags && $4::text[]))
      or exists (select from review r where r.provider_id = p.id and r.hidden_at is null and r.hair_tags && $2::text[] and ($3::text[] is null or r.hair_tags && $3::text[]) and ($4::text[] is null or r.hair_tags && $4::text[])))`,
    [nos, one, two, three],
  )
  return new Set(rows.map(({ no }) => no))
}

export const countTagged = async (db: Db, providerId: string): Promise<{ pictures: number; tagged: number }> => {
  const { rows } = await sql<{ pictures: number; tagged: number }>`
    select count(*)::int as pictures, count(*) filter (where tags <> '{}')::int as tagged
    from media where provider_id = ${providerId} and album_id is not null`.execute(db)
  return rows[0] ?? { pictures: 0, tagged: 0 }
}

export type PictureRow = {
  id: string
  position: number
  /** Same URL as `getFileUrl`, computed here to avoid loading the image library. */
  upload: { id: string; src: string } | null
  media: { id: number; alt: string; file: string | null; name: string | null; slug: string | null } | null
}

/** Hidden work has no artist name. */
export const listPicturesOfLook = async (db: Db, searchId: string): Promise<PictureRow[]> =>
  (
    await sql<PictureRow>`
    select s.id, s.position,
      case when u.id is not null then json_build_object('id', u.id, 'src', '/pictures/' || u.folder || '/' || u.id || '/1200.webp' || case when u.thumbhash <> '' then '?th=' || u.thumbhash else '' end) end as upload,
      case when m.id is not null then json_build_object('id', m.id, 'alt', m.alt, 'file', m.file, 'name', p.name, 'slug', p.slug) end as media
    from search_picture s left join upload u on u.id = s.upload_id left join media m on m.id = s.media_id
    left join provider p on p.id = m.provider_id and p.state = 'approved'
    where s.search_id = ${searchId} order by s.position`.execute(db)
  ).rows

export const findLook = (db: Db, searchId: string) =>
  db
    .selectFrom('search')
    .select(['id', 'tags', 'free_of'])
    .$narrowType<{ tags: LookTag[]; free_of: FreeOf[] }>()
    .where('id', '=', searchId)
    .executeTakeFirst()

/** Locks a search to serialise changes to its pictures. The database constraint is the final guard. */
export const lockLook = (db: Db, searchId: string) =>
  db.selectFrom('search').select('id').where('id', '=', searchId).forUpdate().executeTakeFirst()

export type NewPicture = { upload_id: string } | { media_id: number }

export const insertPicture = (db: Db, searchId: string, position: number, at: Date, of: NewPicture) =>
  db
    .insertInto('search_picture')
    .values({ search_id: searchId, position, added_at: at, ...of })
    .execute()

export const deletePicture = async (db: Db, searchId: string, id: string): Promise<boolean> => {
  const [gone] = await db.deleteFrom('search_picture').where('search_id', '=', searchId).where('id', '=', id).execute()
  return (gone?.numDeletedRows ?? 0n) > 0n
}

export const findWork = (db: Db, mediaId: number) =>
  db
    .selectFrom('media')
    .innerJoin('provider', 'provider.id', 'media.provider_id')
    .select(['media.id', 'media.alt', 'media.file', 'media.tags', 'provider.name', 'provider.slug'])
    .$narrowType<{ tags: LookTag[] }>()
    .where('media.id', '=', mediaId)
    .where('album_id', 'is not', null)
    .where('provider.state', '=', 'approved')
    .executeTakeFirst()

export const hasPictures = async (db: Db, searchId: string): Promise<boolean> =>
  (await db.selectFrom('search_picture').select('id').where('search_id', '=', searchId).limit(1).executeTakeFirst()) !==
  undefined

export const copyPictures = (db: Db, from: string, to: string) =>
  sql`insert into search_picture (search_id, position, upload_id, media_id, added_at)
    select ${to}, position, upload_id, media_id, added_at from search_picture where search_id = ${from}`.execute(db)
