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

/** Restores a file under its key; its type follows from its name. */
export const writeStoredFile = (files: Files, { key, bytes }: StoredFile): Promise<void> =>
  files.put(key, bytes, types[extname(key)] ?? 'application/octet-stream')
