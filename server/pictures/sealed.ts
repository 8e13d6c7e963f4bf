import { createHash, randomUUID } from 'node:crypto'
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import type { Database } from '#db/database.ts'
import { getFileStore } from '#server/gateways/files/files.ts'
import { encodeJpeg } from '#server/gateways/pixels/pixels.ts'
import type { Context } from '#server/platform/context.ts'
import type { Env } from '#server/platform/env.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type IdentityKey, getIdentityKeys } from './identity-keys.ts'
import { readPicture } from './read-picture.ts'

const WIDTH = 2000
const FOLDER = 'identity/'

/** `digest` is the SHA-256 of the upload, to detect duplicates. */
export type SealedPicture = { file: string; digest: Buffer }

/**
 * Re-encodes, encrypts (JWE, AES-256-GCM) and saves a private picture under a non-public key. Must not run inside a
 * transaction.
 */
export async function sealPicture(ctx: Context, dataUri: string): Promise<SealedPicture> {
  const bytes = await readPicture(dataUri, (opened) => encodeJpeg(opened, WIDTH))
  const [key] = await getIdentityKeys(ctx)
  const file = `${FOLDER}${randomUUID()}.jwe`
  await getFileStore(ctx.env).put(file, await sealed(bytes, key), 'application/jose')
  const sent = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
  return { file, digest: createHash('sha256').update(sent).digest() }
}

/** Deletes the pictures if `work` fails. Must not run inside a transaction. */
export async function runWithSealedPictures<T>(
  ctx: Context,
  dataUris: readonly string[],
  work: (pictures: readonly SealedPicture[]) => Promise<T>,
): Promise<T> {
  const kept: SealedPicture[] = []
  try {
    for (const dataUri of dataUris) kept.push(await sealPicture(ctx, dataUri))
    return await work(kept)
  } catch (fault) {
    for (const { file } of kept) await deleteSealed(ctx, file)
    throw fault
  }
}

/** The response cannot be cached. Throws if the picture was deleted. The caller must have checked access. */
export async function createSealedResponse(ctx: Context, file: string): Promise<Response> {
  const bytes = await openSealed(ctx, file)
  if (!bytes) throw new Refusal('not_found')
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'private, no-store',
      'Content-Disposition': 'inline',
      'X-Robots-Tag': 'noindex',
    },
  })
}

/** Returns null if the picture was deleted. The caller must have checked access. */
export async function openSealed(ctx: Context, file: string): Promise<Buffer | null> {
  const bytes = await getFileStore(ctx.env).get(file)
  return bytes && opened(bytes, await getIdentityKeys(ctx))
}

export const deleteSealed = (ctx: Context, file: string): Promise<void> => getFileStore(ctx.env).remove(file)

/**
 * Re-encrypts private pictures that use an old key. Returns the count, and that of undecryptable ones, which are
 * unchanged.
 */
export async function resealPictures(site: {
  env: Env
  database: Database
}): Promise<{ sealed: number; lost: number }> {
  const files = getFileStore(site.env)
  const keys = await getIdentityKeys(site)
  const done = { sealed: 0, lost: 0 }
  for await (const file of files.list()) {
    if (!file.startsWith(FOLDER)) continue
    const bytes = await files.get(file)
    if (!bytes || nameOf(bytes) === keys[0].kid) continue
    const plain = await opened(bytes, keys).catch(() => null)
    if (plain) await files.put(file, await sealed(plain, keys[0]), 'application/jose')
    done[plain ? 'sealed' : 'lost'] += 1
  }
  return done
}

const sealed = async (bytes: Uint8Array, { kid, bytes: key }: IdentityKey): Promise<Buffer> =>
  Buffer.from(await new CompactEncrypt(bytes).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid }).encrypt(key))

const nameOf = (bytes: Buffer): string | undefined => decodeProtectedHeader(bytes.toString('latin1')).kid

async function opened(bytes: Buffer, keys: readonly [IdentityKey, ...IdentityKey[]]): Promise<Buffer> {
  const kid = nameOf(bytes)
  // Pictures without a key id were encrypted by the oldest.
  const key = kid === undefined ? keys.at(-1) : keys.find((one) => one.kid === kid)
  if (!key) throw new Error("none of the site's keys decrypts this picture")
  const { plaintext } = await compactDecrypt(bytes.toString('latin1'), key.bytes, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  return Buffer.from(plaintext)
}
