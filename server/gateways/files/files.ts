import type { Env } from '#server/platform/env.ts'
import { openDisk } from './disk.ts'
import { openBucket } from './s3.ts'

/** Where pictures are kept: each under a key of words, digits and slashes. */
export type Files = {
  put: (key: string, bytes: Buffer, type: string) => Promise<void>
  /** The bytes of a key, or null where there is none. */
  get: (key: string) => Promise<Buffer | null>
  /** Takes the file away; one that is gone already is no fault. */
  remove: (key: string) => Promise<void>
  /** The keys of all there are. */
  list: () => AsyncIterable<string>
}

const opened = new WeakMap<Env, Files>()

/** The place for files that is configured: the data directory, or a bucket that speaks S3. */
export function getFileStore(env: Env): Files {
  const known = opened.get(env)
  if (known) return known
  const files = env.FILES === 's3' ? openBucket(env) : openDisk(env.DATA_DIR)
  opened.set(env, files)
  return files
}
