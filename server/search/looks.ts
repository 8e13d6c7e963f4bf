import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { looks } from '#contract/search/looks.ts'
import type { Context } from '#server/platform/context.ts'
import { getDrawingUrl } from '#contract/pictures/drawn.ts'
import type { LookPicture, CustomerLook, LookView } from '#contract/search/look-in-mind.ts'
import type { Database, Db } from '#db/database.ts'
import { findSearch, type SearchRow } from './search.queries.ts'
import {
  deletePicture,
  findLook,
  findWork,
  insertPicture,
  lockLook,
  type NewPicture,
  type PictureRow,
  listPicturesOfLook,
  listProvidersWithProof,
  saveLookOf,
  type TaggedPicture,
  listTaggedWork,
} from './looks.queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isOwner, type ResolvedSearch } from './saved-search.ts'
import { type LookTag, mostLookPictures } from '#contract/looks/vocabulary.ts'
import { claimUpload, uploadOf } from '#server/pictures/index.ts'
import { presentPicture } from '#server/providers/index.ts'
import { alikeFrom, sortByLikeness, isHairAlike, filterHairTags } from '#contract/looks/likeness.ts'
import { fitsAnyMode, type Match, getProviderNo } from '#server/search/matching/match-providers.ts'

export async function getLook(
  ctx: Context,
  { quoteId }: InputOf<typeof looks.show>,
): Promise<OutputOf<typeof looks.show>> {
  return presentLook(ctx.db, await getCallerSearch(ctx, quoteId))
}

export const presentLook = async (
  db: Db,
  { id, tags, free_of }: Pick<SearchRow, 'id' | 'tags' | 'free_of'>,
): Promise<LookView> => ({ tags, freeOf: free_of, pictures: (await listPicturesOfLook(db, id)).map(shown) })

export async function getSearchLook(db: Db, id: string): Promise<LookView | null> {
  const row = await findLook(db, id)
  if (!row) return null
  const look = await presentLook(db, row)
  return Object.values(look).some((part) => part.length > 0) ? look : null
}

function shown({ id, upload, media }: PictureRow, place: number): LookPicture {
  if (media)
    return {
      _id: id,
      src: media.file ?? getDrawingUrl(media.id, 'tall'),
      alt: media.alt,
      artist: media.slug === null || media.name === null ? null : { name: media.name, slug: media.slug },
    }
  return { _id: id, src: upload?.src ?? '', alt: `Picture ${place + 1} of the look`, artist: null }
}

/** Throws `not_found` for the searches of others. */
async function getCallerSearch(ctx: Context, id: string): Promise<SearchRow> {
  const row = await findSearch(ctx.database, id)
  if (!row) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, row)) throw new Refusal('not_yours')
  return row
}

export async function saveLook(
  ctx: Context,
  { quoteId, tags, freeOf }: InputOf<typeof looks.save>,
): Promise<OutputOf<typeof looks.save>> {
  const row = await getCallerSearch(ctx, quoteId)
  const look = { tags, free_of: freeOf }
  await saveLookOf(ctx.db, row.id, look)
  return presentLook(ctx.db, { ...row, ...look })
}

/** Adds a picture at the first free position. Idempotent. Requires a transaction. */
async function addPicture(
  tx: Context,
  search: SearchRow,
  of: NewPicture,
  isSame: (row: PictureRow) => boolean,
): Promise<LookView> {
  await lockLook(tx.db, search.id)
  const standing = await listPicturesOfLook(tx.db, search.id)
  if (!standing.some(isSame)) {
    const places = Array.from({ length: mostLookPictures }, (_, place) => place)
    const free = places.find((place) => standing.every(({ position }) => position !== place))
    if (free === undefined) throw new Refusal('too_many_look_pictures')
    await insertPicture(tx.db, search.id, free, tx.now, of)
  }
  return presentLook(tx.db, search)
}

export async function addUpload(
  ctx: Context,
  { quoteId, fileUrl }: InputOf<typeof looks.addUpload>,
): Promise<OutputOf<typeof looks.addUpload>> {
  const search = await getCallerSearch(ctx, quoteId)
  return ctx.transaction(async (tx) => {
    const upload = await uploadOf(tx, fileUrl)
    if (upload.folder !== 'looks') throw new Refusal('not_found')
    const look = await addPicture(tx, search, { upload_id: upload.id }, (row) => row.upload?.id === upload.id)
    await claimUpload(tx, upload.id)
    return look
  })
}

export async function addWork(
  ctx: Context,
  { quoteId, mediaId }: InputOf<typeof looks.addWork>,
): Promise<OutputOf<typeof looks.addWork>> {
  const search = await getCallerSearch(ctx, quoteId)
  return ctx.transaction(async (tx) => {
    if (!(await findWork(tx.db, mediaId))) throw new Refusal('not_found')
    return addPicture(tx, search, { media_id: mediaId }, (row) => row.media?.id === mediaId)
  })
}

export async function removePicture(
  ctx: Context,
  { quoteId, pictureId }: InputOf<typeof looks.removePicture>,
): Promise<OutputOf<typeof looks.removePicture>> {
  const search = await getCallerSearch(ctx, quoteId)
  if (!(await deletePicture(ctx.db, search.id, pictureId))) throw new Refusal('not_found')
  return presentLook(ctx.db, search)
}

export async function getWork(
  ctx: Context,
  { mediaId }: InputOf<typeof looks.work>,
): Promise<OutputOf<typeof looks.work>> {
  const work = await findWork(ctx.reads, mediaId)
  if (!work) throw new Refusal('not_found')
  const { name, slug, tags, ...media } = work
  return { picture: presentPicture(media, 'tall'), tags, artist: { name, slug } }
}

export type ClosestWork = { look: CustomerLook; closest: TaggedPicture | null }

/** Returns the work closest to the look by provider, in one query. Empty for a search without tags. */
export async function findClosestWork(
  database: Database,
  nos: readonly number[],
  wished: readonly LookTag[],
): Promise<Map<number, ClosestWork>> {
  const found = new Map<number, ClosestWork>()
  if (wished.length === 0 || nos.length === 0) return found
  for (const { no, pictures, hair } of await listTaggedWork(database, nos, wished, filterHairTags(wished).flat())) {
    const work = findSimilarWork(wished, pictures, hair)
    if (work) found.set(no, work)
  }
  return found
}

function findSimilarWork(
  wished: readonly LookTag[],
  pictures: readonly TaggedPicture[],
  reviews: readonly (readonly LookTag[])[],
): ClosestWork | null {
  const close = sortByLikeness(wished, pictures)
  const hair =
    filterHairTags(wished).length === 0
      ? null
      : {
          pictures: pictures.filter(({ tags }) => isHairAlike(wished, tags)).length,
          reviews: reviews.filter((tags) => isHairAlike(wished, tags)).length,
        }
  if (close.length === 0 && !hair?.reviews) return null
  const closest = close[0]?.one ?? null
  return {
    look: {
      alike: close.filter(({ like }) => like >= alikeFrom).length,
      shared: wished.filter((tag) => closest?.tags.includes(tag)),
      hair,
    },
    closest,
  }
}

/**
 * Returns the fitting or requested artists with proof for the search's hair type, by picture or review. Null if the
 * search names none.
 */
export async function findProvenOnHair(
  database: Database,
  asked: ResolvedSearch,
  match: Match,
): Promise<ReadonlySet<number> | null> {
  const groups = filterHairTags(asked.row.tags)
  if (groups.length === 0) return null
  const nos = new Set(asked.row.acts?.map(({ no }) => no))
  for (let i = 0; i < match.found.count; i++) if (fitsAnyMode(match, i)) nos.add(getProviderNo(match, i))
  return listProvidersWithProof(database, [...nos], groups)
}
