import { randomUUID } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { filesOf } from '#server/gateways/files/files.ts'
import { plainJpeg } from '#server/gateways/pixels/pixels.ts'
import type { Context } from '#server/platform/context.ts'
import { secretOf } from '#server/platform/settings.ts'
import { readPicture } from './read-picture.ts'

const WIDTH = 2000

const keyOf = async ({ env, database }: Context): Promise<Uint8Array> =>
  Buffer.from(env.IDENTITY_KEY ?? (await secretOf(database, 'identity_key')), 'base64url')

/** Keeps a private picture: written anew, encrypted (JWE, AES-256-GCM), under a name that no public address reaches; answers its file. Not inside a transaction. */
export async function sealPicture(ctx: Context, dataUri: string): Promise<string> {
  const bytes = await readPicture(dataUri, (opened) => plainJpeg(opened, WIDTH))
  const sealed = await new CompactEncrypt(bytes)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(await keyOf(ctx))
  const file = `identity/${randomUUID()}.jwe`
  await filesOf(ctx.env).put(file, Buffer.from(sealed), 'application/jose')
  return file
}

/** The JPEG of a private picture, or null where it has been deleted; whoever asks has checked who may see it. */
export async function openSealed(ctx: Context, file: string): Promise<Buffer | null> {
  const sealed = await filesOf(ctx.env).get(file)
  if (!sealed) return null
  const { plaintext } = await compactDecrypt(sealed.toString('latin1'), await keyOf(ctx), {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  return Buffer.from(plaintext)
}

/** Deletes a private picture for good. */
export const deleteSealed = (ctx: Context, file: string): Promise<void> => filesOf(ctx.env).remove(file)
