import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

type Asset = { body: Buffer; br: Buffer | null; gzip: Buffer | null; headers: Record<string, string> }

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
}

export type Assets = {
  get: (path: string) => Asset | undefined
  /** Preloads remaining files gradually, so that they survive a newer build on disk. */
  readAll: () => Promise<void>
}

/**
 * Caches built files in memory on first request, with their compressed versions. Files with hashed names are immutable.
 */
export function openAssets(folder: string): Assets {
  const files = new Map<string, string>()
  const packed = new Set<string>()
  if (existsSync(folder))
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (/\.(br|gz)$/.test(name)) packed.add(join(folder, name))
      else if (extname(name)) files.set(`/${name}`, join(folder, name))
    }
  const read = new Map<string, Asset>()
  const get = (path: string): Asset | undefined => {
    const known = read.get(path)
    const file = files.get(path)
    if (known || !file) return known
    const asset = readAsset(path, file, packed)
    read.set(path, asset)
    return asset
  }
  return {
    get,
    readAll: async () => {
      for (const path of files.keys()) {
        await setImmediate()
        get(path)
      }
    },
  }
}

function readAsset(path: string, file: string, packed: ReadonlySet<string>): Asset {
  const body = readFileSync(file)
  const of = (ending: string) => (packed.has(file + ending) ? readFileSync(file + ending) : null)
  return {
    body,
    br: of('.br'),
    gzip: of('.gz'),
    headers: {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      'x-content-type-options': 'nosniff',
    },
  }
}

export function chooseEncodedBody(
  accept: string,
  of: { body: Buffer; br: Buffer | null; gzip: Buffer | null },
): { bytes: Buffer; encoding: string | null } {
  if (of.br && /\bbr\b/.test(accept)) return { bytes: of.br, encoding: 'br' }
  if (of.gzip && /\bgzip\b/.test(accept)) return { bytes: of.gzip, encoding: 'gzip' }
  return { bytes: of.body, encoding: null }
}
