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

export const widths = [320, 640, 1200, 2000] as const
export const pictureTypes = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' } as const
const PLAIN = 1200

export const getFileKey = (folder: string, id: string, width: number, format: EncodedFile['format']): string =>
  `pictures/${folder}/${id}/${width}.${format}`

export const getFileUrl = (
  { folder, id, thumbhash }: Pick<UploadRow, 'folder' | 'id' | 'thumbhash'>,
  format: 'webp' | 'jpg' = 'webp',
): string => `/pictures/${folder}/${id}/${PLAIN}.${format}${thumbhash ? `?th=${thumbhash}` : ''}`

type WrittenOut = { width: number; height: number; files: EncodedFile[]; blur: string }

/** Requires a queue place. */
export const writeOut = async (opened: DecodedPicture): Promise<WrittenOut> => ({
  width: opened.width,
  height: opened.height,
  ...(await writeAnew(opened, widths, PLAIN)),
})

/** Saves an unused picture of the caller. Must not run inside a transaction. */
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
    await removeFiles(ctx, { id, folder }).catch(() => {})
    throw fault
  }
}

/**
 * Locks the caller's upload of a URL. Throws if it is unknown or someone else's. With `ofPair`, finds only before/after
 * pictures, which require their subject's consent.
 */
export async function uploadOf(ctx: Context, fileUrl: string, { ofPair = false } = {}): Promise<UploadRow> {
  const id = /^\/pictures\/[a-z0-9-]+\/([A-Za-z0-9_-]{22})\//.exec(fileUrl)?.[1]
  const upload = id ? await lockUpload(ctx.db, id) : undefined
  if (!upload || (upload.folder === beforeAfterFolder) !== ofPair) throw new Refusal('not_found')
  if (!ctx.viewer.accountId || upload.account_id !== ctx.viewer.accountId) throw new Refusal('not_yours')
  return upload
}

/** Crops an upload into a new one. Must not run inside a transaction. */
export async function cropUpload(ctx: Context, upload: UploadRow, crop: Crop): Promise<UploadRow> {
  const largest = await getFileStore(ctx.env).get(getFileKey(upload.folder, upload.id, 2000, 'webp'))
  if (!largest) throw new Refusal('not_found')
  return savePicture(ctx, await runQueued(async () => writeOut(await cropSquare(largest, crop))), upload.folder)
}

/** Call it in the transaction that uses the upload, so that the upload is not swept. */
export const claimUpload = (ctx: Context, id: string): Promise<unknown> => markUsed(ctx.db, id, ctx.now)

export const discardUpload = (ctx: Context, id: string): Promise<unknown> => markUsed(ctx.db, id, null)

const removeFiles = async (ctx: Context, { id, folder }: Pick<UploadRow, 'id' | 'folder'>): Promise<void> => {
  const files = getFileStore(ctx.env)
  for (const format of ['webp', 'avif'] as const)
    for (const width of widths) await files.remove(getFileKey(folder, id, width, format))
  await files.remove(getFileKey(folder, id, PLAIN, 'jpg'))
}

/** Deletes uploads unused for a day, files first. */
export async function deleteUnusedUploads(ctx: Context): Promise<void> {
  for (const { id } of await listUnusedUploads(ctx.db, new Date(ctx.now.getTime() - 86_400_000)))
    await removeUpload(ctx, id)
}

/** Deletes files first. Must not run inside a transaction. */
export const removeUpload = (ctx: Context, id: string): Promise<void> =>
  // Locked while its files are deleted, so that a concurrent use is seen.
  ctx.transaction(async (inner) => {
    const upload = await lockUnusedUpload(inner.db, id)
    if (!upload) return
    await removeFiles(inner, upload)
    await deleteUpload(inner.db, id)
  })
