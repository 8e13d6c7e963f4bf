import { extname } from 'node:path'
import type { StoredFile } from '#db/archive/write-archive.ts'
import { type Files, filesOf } from '#server/gateways/files/files.ts'
import type { Env } from '#server/platform/env.ts'

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.jwe': 'application/jose',
}

/** Every file of the site's store, one at a time; what is deleted meanwhile is passed over. */
export async function* storedFiles(env: Env): AsyncGenerator<StoredFile> {
  const files = filesOf(env)
  for await (const key of files.list()) {
    const bytes = await files.get(key)
    if (bytes) yield { key, bytes }
  }
}

export const isEmpty = async (files: Files): Promise<boolean> => {
  for await (const _ of files.list()) return false
  return true
}

/** Puts a file back under its key; its type is in its name. */
export const putStored = (files: Files, { key, bytes }: StoredFile): Promise<void> =>
  files.put(key, bytes, types[extname(key)] ?? 'application/octet-stream')
