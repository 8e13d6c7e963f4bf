import { beforeAfterFolder } from '#contract/reviews/before-after-consent.ts'
import { randomBytes } from 'node:crypto'
import type { Crop } from '#contract/pictures/uploads.ts'
import { getFileStore } from '#server/gateways/files/files.ts'
import { type DecodedPicture, cropSquare, type EncodedFile, writeAnew } from '#server/gateways/pixels/pixels.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { runQueued } from './read-picture.ts'
import {
  deleteUpload,
  lockUnusedUpload,
  lockUpload,
  insertUpload,
  markUsed,
  listUnusedUploads,
  type UploadRow,
} from './uploads.queries.ts'

/** Every kept picture stands in these widths. */
export const widths = [320, 640, 1200, 2000] as const
export const pictureTypes = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' } as const
const PLAIN = 1200

/** Under which key a picture's file stands. */
export const getFileKey = (folder: string, id: string, width: number, format: EncodedFile['format']): string =>
  `pictures/${folder}/${id}/${width}.${format}`

/** Where the browser finds an upload, with its blur. */
export const getFileUrl = (
  { folder, id, thumbhash }: Pick<UploadRow, 'folder' | 'id' | 'thumbhash'>,
  format: 'webp' | 'jpg' = 'webp',
): string => `/pictures/${folder}/${id}/${PLAIN}.${format}${thumbhash ? `?th=${thumbhash}` : ''}`

type WrittenOut = { width: number; height: number; files: EncodedFile[]; blur: string }

/** A picture written anew in every width that is kept. In a turn. */
export const writeOut = async (opened: DecodedPicture): Promise<WrittenOut> => ({
  width: opened.width,
  height: opened.height,
  ...(await writeAnew(opened, widths, PLAIN)),
})

/** Keeps a picture as the caller's; nothing shows it yet. Not inside a transaction. */
export async function savePicture(
  ctx: Context,
  { width, height, files: written, blur }: WrittenOut,
  folder: string,
): Promise<UploadRow> {
  const id = randomBytes(16).toString('base64url')
  const files = getFileStore(ctx.env)
  try {
    await Promise.all(
      written.map(({ width, format, bytes }) =>
        files.put(getFileKey(folder, id, width, format), bytes, pictureTypes[format]),
      ),
    )
    return await insertUpload(ctx.db, {
      id,
      account_id: ctx.viewer.accountId,
      folder,
      width,
      height,
      widths: [...widths],
      bytes: written.reduce((sum, { bytes }) => sum + bytes.length, 0),
      thumbhash: blur,
      created_at: ctx.now,
    })
  } catch (fault) {
    // What could not be kept whole leaves nothing behind.
    await removeFiles(ctx, { id, folder }).catch(() => {})
    throw fault
  }
}

/**
 * The caller's own upload at that address, held until the transaction ends; refuses one that is not known or somebody else's.
 * Pictures of a person, before and after, are shown by that person's yes alone: only with `ofPair` are they found, and nothing else then.
 */
export async function uploadOf(ctx: Context, fileUrl: string, { ofPair = false } = {}): Promise<UploadRow> {
  const id = /^\/pictures\/[a-z0-9-]+\/([A-Za-z0-9_-]{22})\//.exec(fileUrl)?.[1]
  const upload = id ? await lockUpload(ctx.db, id) : undefined
  if (!upload || (upload.folder === beforeAfterFolder) !== ofPair) throw new Refusal('not_found')
  if (!ctx.viewer.accountId || upload.account_id !== ctx.viewer.accountId) throw new Refusal('not_yours')
  return upload
}

/** The chosen square of an upload as an upload of its own. Not inside a transaction. */
export async function cropUpload(ctx: Context, upload: UploadRow, crop: Crop): Promise<UploadRow> {
  const largest = await getFileStore(ctx.env).get(getFileKey(upload.folder, upload.id, 2000, 'webp'))
  if (!largest) throw new Refusal('not_found')
  return savePicture(ctx, await runQueued(async () => writeOut(await cropSquare(largest, crop))), upload.folder)
}

/** Marks an upload as shown, so that it is not swept away; in the transaction that shows it. */
export const claimUpload = (ctx: Context, id: string): Promise<unknown> => markUsed(ctx.db, id, ctx.now)

/** Gives an upload up that nothing shows any more; its files go with the next sweep. */
export const discardUpload = (ctx: Context, id: string): Promise<unknown> => markUsed(ctx.db, id, null)

const removeFiles = async (ctx: Context, { id, folder }: Pick<UploadRow, 'id' | 'folder'>): Promise<void> => {
  const files = getFileStore(ctx.env)
  for (const format of ['webp', 'avif'] as const)
    for (const width of widths) await files.remove(getFileKey(folder, id, width, format))
  await files.remove(getFileKey(folder, id, PLAIN, 'jpg'))
}

/** Deletes the uploads that nothing has shown for a day, files first. */
export async function deleteUnusedUploads(ctx: Context): Promise<void> {
  for (const { id } of await listUnusedUploads(ctx.db, new Date(ctx.now.getTime() - 86_400_000)))
    await removeUpload(ctx, id)
}

/** Deletes an upload that nothing shows any more at once, files first; one that something shows stays. Not inside a transaction. */
export const removeUpload = (ctx: Context, id: string): Promise<void> =>
  // Held while its files go: whoever is about to show it finds it gone, or has shown it first and keeps it.
  ctx.transaction(async (inner) => {
    const upload = await lockUnusedUpload(inner.db, id)
    if (!upload) return
    await removeFiles(inner, upload)
    await deleteUpload(inner.db, id)
  })
