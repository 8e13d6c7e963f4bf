import { sql } from 'kysely'
import type { FreeOf, LookTag } from '#contract/looks/vocabulary.ts'
import type { Db } from '#db/database.ts'

export type PictureRow = {
  id: string
  position: number
  /** Where it is found as `fileUrlOf` says; from here, so that who reads a look loads nothing that makes pictures. */
  upload: { id: string; src: string } | null
  media: { id: number; alt: string; file: string | null; name: string | null; slug: string | null } | null
}

/** The pictures of a search, in order; whose work is no longer to be seen is named no more. */
export const picturesOfLook = async (db: Db, searchId: string): Promise<PictureRow[]> =>
  (
    await sql<PictureRow>`
    select s.id, s.position,
      case when u.id is not null then json_build_object('id', u.id, 'src', '/pictures/' || u.folder || '/' || u.id || '/1200.webp' || case when u.thumbhash <> '' then '?th=' || u.thumbhash else '' end) end as upload,
      case when m.id is not null then json_build_object('id', m.id, 'alt', m.alt, 'file', m.file, 'name', p.name, 'slug', p.slug) end as media
    from search_picture s left join upload u on u.id = s.upload_id left join media m on m.id = s.media_id
    left join provider p on p.id = m.provider_id and p.state = 'approved'
    where s.search_id = ${searchId} order by s.position`.execute(db)
  ).rows

/** The tags of a search. */
export const findLook = (db: Db, searchId: string) =>
  db
    .selectFrom('search')
    .select(['id', 'tags', 'free_of'])
    .$narrowType<{ tags: LookTag[]; free_of: FreeOf[] }>()
    .where('id', '=', searchId)
    .executeTakeFirst()

/** Lets one writer at a time at the pictures of a search; the database's places stay the proof. */
export const lockLook = (db: Db, searchId: string) =>
  db.selectFrom('search').select('id').where('id', '=', searchId).forUpdate().executeTakeFirst()

export type NewPicture = { upload_id: string } | { media_id: number }

export const insertPicture = (db: Db, searchId: string, position: number, at: Date, of: NewPicture) =>
  db
    .insertInto('search_picture')
    .values({ search_id: searchId, position, added_at: at, ...of })
    .execute()

/** Takes a picture off a search; false where it has none of that id. */
export const deletePicture = async (db: Db, searchId: string, id: string): Promise<boolean> => {
  const [gone] = await db.deleteFrom('search_picture').where('search_id', '=', searchId).where('id', '=', id).execute()
  return (gone?.numDeletedRows ?? 0n) > 0n
}

/** A picture out of the album of an artist who is live. */
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

/** Whether pictures are put to a search. */
export const hasPictures = async (db: Db, searchId: string): Promise<boolean> =>
  (await db.selectFrom('search_picture').select('id').where('search_id', '=', searchId).limit(1).executeTakeFirst()) !==
  undefined

/** Puts the pictures of a search to an edit of it too. */
export const copyPictures = (db: Db, from: string, to: string) =>
  sql`insert into search_picture (search_id, position, upload_id, media_id, added_at)
    select ${to}, position, upload_id, media_id, added_at from search_picture where search_id = ${from}`.execute(db)
