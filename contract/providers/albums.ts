import { z } from 'zod'
import { limits } from '#contract/constants.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LookTags } from '#contract/looks/look-tags.ts'
import { Crop, FileUrl } from '#contract/pictures/uploads.ts'
import { Picture, queryFlag, RowIdParam } from '#contract/values.ts'

const Id = RowIdParam
const Place = z.number().int().min(0).max(500)
const title = z.string().trim().min(1, 'Name is required').max(80)
const alt = z.string().trim().min(1, 'Description is required').max(200)

export const AlbumPicture = Picture.extend({
  _id: z.string(),
  position: z.number().int(),
  tags: LookTags,
  /** The uncropped upload; null for a drawing. */
  original: z.object({ src: z.string(), width: z.number().int(), height: z.number().int() }).nullable(),
  isCropped: z.boolean(),
  /** The picture before the look, if this is the picture after it. */
  before: z.string().nullable(),
})
export type AlbumPicture = z.infer<typeof AlbumPicture>

export const ProviderAlbum = z.object({
  _id: z.string(),
  title: z.string(),
  position: z.number().int(),
  cover: z.string().nullable(),
  media: z.array(AlbumPicture),
})
export type ProviderAlbum = z.infer<typeof ProviderAlbum>

const ofAlbum = z.object({ albumId: Id })
const ofMedia = ofAlbum.extend({ mediaId: Id })
const one = z.object({ album: ProviderAlbum })
const done = z.object({ done: z.literal(true) })

export const albums = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/albums',
    access: 'provider',
    summary: "Lists the caller's albums and their pictures in order.",
    input: z.object({}),
    output: z.object({ albums: z.array(ProviderAlbum), pictures: z.number().int(), most: z.number().int() }),
    refuses: ['not_found'],
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/albums',
    access: 'provider',
    summary: 'Creates an album after the others.',
    input: z.object({ title }),
    output: one,
    refuses: ['not_found', 'contact_details', 'too_many_albums'],
  }),
  change: defineEndpoint({
    method: 'PATCH',
    path: '/v1/providers/albums/{albumId}',
    access: 'provider',
    summary: 'Renames or reorders an album.',
    input: ofAlbum.extend({ title: title.optional(), position: Place.optional() }),
    output: one,
    refuses: ['not_found', 'contact_details'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/v1/providers/albums/{albumId}',
    access: 'provider',
    summary: 'Deletes an album. An album with pictures needs `withPictures`, which deletes the pictures too.',
    input: ofAlbum.extend({ withPictures: queryFlag.default(false) }),
    output: done,
    refuses: ['not_found', 'album_not_empty'],
  }),
  addMedia: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/albums/{albumId}/media',
    access: 'provider',
    summary: 'Adds an uploaded picture at the end of an album.',
    input: ofAlbum.extend({
      fileUrl: FileUrl,
      alt,
      tags: LookTags.default([]),
      consent: z.literal(true, 'Everyone in this picture must have agreed.'),
    }),
    output: z.object({ media: AlbumPicture }),
    refuses: ['not_found', 'not_yours', 'too_many_pictures'],
  }),
  changeMedia: defineEndpoint({
    method: 'PATCH',
    path: '/v1/providers/albums/{albumId}/media/{mediaId}',
    access: 'provider',
    summary:
      'Moves a picture to a position counted from 0, updates its description, makes it the cover, crops it to a square, or pairs it with the picture before the look. Null removes the crop or the pair; the upload is kept.',
    input: ofMedia.extend({
      position: Place.optional(),
      alt: alt.optional(),
      cover: z.literal(true).optional(),
      crop: Crop.nullable().optional(),
      before: Id.nullable().optional(),
    }),
    output: one,
    refuses: ['not_found', 'file_too_small'],
  }),
  tagMedia: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/albums/{albumId}/tags',
    access: 'provider',
    summary: 'Adds tags to pictures of an album and removes others. A tag in both lists is removed.',
    input: ofAlbum.extend({
      mediaIds: z.array(Id).min(1, 'Choose at least one picture.').max(limits.pictures),
      add: LookTags.default([]),
      remove: LookTags.default([]),
    }),
    output: one,
    refuses: ['not_found', 'too_many_tags'],
  }),
  removeMedia: defineEndpoint({
    method: 'DELETE',
    path: '/v1/providers/albums/{albumId}/media/{mediaId}',
    access: 'provider',
    summary: 'Deletes a picture permanently.',
    input: ofMedia,
    output: one,
    refuses: ['not_found'],
  }),
}
