import type { Context } from '#server/platform/context.ts'
import { readBytes, readPicture } from './read-picture.ts'
import { getFileUrl, savePicture, writeOut } from './save-picture.ts'
import { findAccountOfAppointment, findAccountOfGuest, type UploadRow } from './uploads.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { uploads } from '#contract/pictures/uploads.ts'
import { beforeAfterFolder } from '#contract/reviews/before-after-consent.ts'
import { openLinkKey, readActKey } from '#server/platform/http/act-key.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Saves a fetched picture as an unused upload of the caller. Must not run inside a transaction. */
export const saveFetchedPicture = async (ctx: Context, bytes: Buffer, folder: string): Promise<UploadRow> =>
  savePicture(ctx, await readBytes(bytes, writeOut), folder)

export async function createUpload(
  ctx: Context,
  { fileName, dataUri, convertToWebp, reviewKey }: InputOf<typeof uploads.send>,
): Promise<OutputOf<typeof uploads.send>> {
  const accountId = reviewKey === undefined ? ctx.viewer.accountId : await accountOfKey(ctx, reviewKey, fileName)
  if (!accountId) throw new Refusal('not_signed_in')
  const upload = await savePicture(
    { ...ctx, viewer: { ...ctx.viewer, accountId } },
    await readPicture(dataUri, writeOut),
    fileName,
  )
  return { fileUrl: getFileUrl(upload, convertToWebp ? 'webp' : 'jpg') }
}

// Returns the owner of an upload by review link: the customer, or for a guest link the guest, with pictures of
// themselves only.
async function accountOfKey(ctx: Context, reviewKey: string, folder: string): Promise<string | null> {
  const link = await openLinkKey(ctx.database, ctx.env, 'guest', reviewKey)
  if (link) return folder === beforeAfterFolder ? findAccountOfGuest(ctx.db, link) : null
  const opens = await readActKey(ctx.database, ctx.env, 'review', reviewKey)
  return opens?.side === 'customer' ? findAccountOfAppointment(ctx.db, opens.subject) : null
}
