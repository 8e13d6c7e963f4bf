import type { Env } from '#server/platform/env.ts'
import { openDisk } from './disk.ts'
import { openBucket } from './s3.ts'

export type Files = {
  put: (key: string, bytes: Buffer, type: string) => Promise<void>
  get: (key: string) => Promise<Buffer | null>
  remove: (key: string) => Promise<void>
  list: () => AsyncIterable<string>
}

const opened = new WeakMap<Env, Files>()

export function getFileStore(env: Env): Files {
  const known = opened.get(env)
  if (known) return known
  const files = env.FILES === 's3' ? openBucket(env) : openDisk(env.DATA_DIR)
  opened.set(env, files)
  return files
}
