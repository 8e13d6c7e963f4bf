import { extname } from 'node:path'
import type { StoredFile } from '#db/archive/write-archive.ts'
import type { Files } from '#server/gateways/files/files.ts'

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.jwe': 'application/jose',
}

export const isEmpty = async (files: Files): Promise<boolean> => {
  for await (const _ of files.list()) return false
  return true
}

/** Puts a file back under its key; its type is in its name. */
export const writeStoredFile = (files: Files, { key, bytes }: StoredFile): Promise<void> =>
  files.put(key, bytes, types[extname(key)] ?? 'application/octet-stream')
