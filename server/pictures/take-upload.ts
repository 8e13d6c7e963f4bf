import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { uploads } from '#contract/uploads.ts'
import type { Context } from '#server/platform/context.ts'
import { fileUrlOf, keepPicture, writeOut } from './keep-picture.ts'
import { readPicture } from './read-picture.ts'

/** Keeps a picture somebody sent and answers where it is found. */
export async function takeUpload(ctx: Context, { fileName, dataUri, convertToWebp }: InputOf<typeof uploads.send>): Promise<OutputOf<typeof uploads.send>> {
  const upload = await keepPicture(ctx, await readPicture(dataUri, writeOut), fileName)
  return { fileUrl: fileUrlOf(upload, convertToWebp ? 'webp' : 'jpg') }
}
