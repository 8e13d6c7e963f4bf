import type { Env } from '#server/platform/env.ts'
import { openDisk } from './disk.ts'
import { openBucket } from './s3.ts'

/** File storage for pictures. Keys consist of words, digits and slashes. */
export type Files = {
  put: (key: string, bytes: Buffer, type: string) => Promise<void>
  /** Returns the bytes of a key, or null. */
  get: (key: string) => Promise<Buffer | null>
  /** Deletes a file. Idempotent. */
  remove: (key: string) => Promise<void>
  /** Lists all keys. */
  list: () => AsyncIterable<string>
}

const opened = new WeakMap<Env, Files>()

/** Returns the configured storage: data directory or S3 bucket. */
export function getFileStore(env: Env): Files {
  const known = opened.get(env)
  if (known) return known
  const files = env.FILES === 's3' ? openBucket(env) : openDisk(env.DATA_DIR)
  opened.set(env, files)
  return files
}
