import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names what the sample market is made from, so that a loaded template is made again when any of it changes. */
export default function setup(): void {
  const hash = createHash('sha256')
  for (const folder of ['../db/cast/', '../db/gazetteer/', '../db/catalog/', '../art/']) {
    const path = new URL(folder, import.meta.url).pathname
    for (const entry of listing(path)) hash.update(entry).update(readFileSync(entry))
  }
  process.env['CAST_FINGERPRINT'] = hash.digest('hex').slice(0, 16)
}

function listing(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  } catch {
    return []
  }
}
