import type { Context } from '#server/platform/context.ts'
import { readBytes } from './read-picture.ts'
import { savePicture, writeOut } from './save-picture.ts'
import type { UploadRow } from './upload-queries.ts'

/** Keeps a picture that was fetched as an upload of the caller's, by what an upload has to be; nothing shows it yet. Not inside a transaction. */
export const keepPicture = async (ctx: Context, bytes: Buffer, folder: string): Promise<UploadRow> =>
  savePicture(ctx, await readBytes(bytes, writeOut), folder)
