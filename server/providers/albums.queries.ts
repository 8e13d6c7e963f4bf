import { sql } from 'kysely'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { Db } from '#db/database.ts'

/** Serialises writes to a provider's albums with an advisory lock. */
export const lockAlbums = async (db: Db, providerId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('albums ' || ${providerId}, 0))`.execute(db)
}

export type AlbumRow = { id: number; title: string; position: number; cover_media_id: number | null }
export type AlbumMediaRow = {
  id: number
  album_id: number
  position: number
  alt: string
  file: string | null
  tags: LookTag[]
  upload_id: string | null
  original_upload_id: string | null
  before_media_id: number | null
}

export const listAlbumRows = (db: Db, providerId: string): Promise<AlbumRow[]> =>
  db
    .selectFrom('album')
    .select(['id', 'title', 'position', 'cover_media_id'])
    .where('provider_id', '=', providerId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const listAlbumMedia = async (
  db: Db,
  providerId: string,
  how: { albumId?: number; lock?: true } = {},
): Promise<AlbumMediaRow[]> => {
  const rows = await db
    .selectFrom('media')
    .select(['id', 'album_id', 'position', 'alt', 'file', 'tags', 'upload_id', 'original_upload_id', 'before_media_id'])
    .where('provider_id', '=', providerId)
    .where('album_id', 'is not', null)
    .$if(how.albumId !== undefined, (query) => query.where('album_id', '=', how.albumId as number))
    .orderBy('album_id')
    .orderBy('position')
    .orderBy('id')
    .$if(how.lock === true, (query) => query.forUpdate())
    .execute()
  return rows as AlbumMediaRow[]
}

export const countPictures = async (db: Db, providerId: string): Promise<number> => {
  const row = await db
    .selectFrom('media')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('provider_id', '=', providerId)
    .where('album_id', 'is not', null)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

export const insertAlbum = (db: Db, providerId: string, title: string, position: number) =>
  db.insertInto('album').values({ provider_id: providerId, title, position }).returning('id').executeTakeFirstOrThrow()

export const renameAlbum = (db: Db, albumId: number, title: string) =>
  db.updateTable('album').set({ title }).where('id', '=', albumId).execute()

export const orderAlbums = (db: Db, ids: readonly number[]) =>
  sql`
  update album set position = o.n - 1 from unnest(${ids}::bigint[]) with ordinality as o(id, n)
  where album.id = o.id and album.position is distinct from o.n - 1`.execute(db)

export const orderMedia = (db: Db, ids: readonly number[]) =>
  sql`
  update media set position = o.n - 1 from unnest(${ids}::bigint[]) with ordinality as o(id, n)
  where media.id = o.id and media.position is distinct from o.n - 1`.execute(db)

type NewMedia = {
  provider_id: string
  album_id: number
  position: number
  alt: string
  file: string
  upload_id: string
  width: number
  height: number
  consent_at: Date
  tags: LookTag[]
}

export const insertMedia = (db: Db, media: NewMedia) =>
  db.insertInto('media').values(media).returning('id').executeTakeFirstOrThrow()

export const describeMedia = (db: Db, mediaId: number, alt: string) =>
  db.updateTable('media').set({ alt }).where('id', '=', mediaId).execute()

type CroppedMedia = Pick<NewMedia, 'file' | 'upload_id' | 'width' | 'height'> & { original_upload_id: string | null }

export const updateCrop = (db: Db, mediaId: number, cropped: CroppedMedia) =>
  db.updateTable('media').set(cropped).where('id', '=', mediaId).execute()

/** Pairs a picture with the one before it, and ends other pairs of both. */
export const updatePair = async (db: Db, mediaId: number, beforeId: number | null): Promise<void> => {
  const ids = beforeId === null ? [mediaId] : [mediaId, beforeId]
  await db
    .updateTable('media')
    .set({ before_media_id: null })
    .where((eb) =>
      beforeId === null ? eb('id', '=', mediaId) : eb.or([eb('id', 'in', ids), eb('before_media_id', 'in', ids)]),
    )
    .execute()
  if (beforeId !== null)
    await db.updateTable('media').set({ before_media_id: beforeId }).where('id', '=', mediaId).execute()
}

export const saveTags = (db: Db, tagged: readonly { id: number; tags: readonly LookTag[] }[]) =>
  sql`
  update media set tags = array(select jsonb_array_elements_text(t.tags))
  from jsonb_to_recordset(${JSON.stringify(tagged)}::jsonb) as t(id bigint, tags jsonb) where media.id = t.id`.execute(
    db,
  )

export const setAlbumCover = async (db: Db, providerId: string, albumId: number, mediaId: number): Promise<void> => {
  await db.updateTable('album').set({ cover_media_id: mediaId }).where('id', '=', albumId).execute()
  await db.updateTable('provider').set({ cover_media_id: mediaId }).where('id', '=', providerId).execute()
}

/** Deletes pictures. Returns their uploads: those that were cropped, and those that are shown. */
export const deleteMedia = async (
  db: Db,
  providerId: string,
  ids: readonly number[],
): Promise<{ crops: string[]; uploads: string[] }> => {
  if (ids.length === 0) return { crops: [], uploads: [] }
  await db
    .updateTable('provider')
    .set({ cover_media_id: null })
    .where('id', '=', providerId)
    .where('cover_media_id', 'in', ids)
    .execute()
  const gone = await db
    .deleteFrom('media')
    .where('provider_id', '=', providerId)
    .where('id', 'in', ids)
    .returning(['upload_id', 'original_upload_id'])
    .execute()
  return {
    crops: gone.flatMap(({ upload_id, original_upload_id }) => (original_upload_id && upload_id ? [upload_id] : [])),
    uploads: gone.flatMap(({ upload_id, original_upload_id }) => original_upload_id ?? upload_id ?? []),
  }
}

export const deleteAlbum = (db: Db, albumId: number) => db.deleteFrom('album').where('id', '=', albumId).execute()

export const insertReviewPicture = async (
  db: Db,
  row: {
    alt: string
    file: string
    upload_id: string
    width: number
    height: number
    created_at: Date
    consent_at: Date
  },
): Promise<number> => Number((await db.insertInto('media').values(row).returning('id').executeTakeFirstOrThrow()).id)

export const deleteReviewPictures = (db: Db, ids: readonly number[]) =>
  ids.length
    ? db.deleteFrom('media').where('id', 'in', ids).where('provider_id', 'is', null).execute()
    : Promise.resolve([])
