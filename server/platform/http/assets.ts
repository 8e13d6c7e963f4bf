import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'

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

/** Every built file, held in memory with what the build compressed; hashed names never change. */
export function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  if (!existsSync(folder)) return assets
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || /\.(br|gz)$/.test(file)) continue
    const path = `/${relative(folder, file)}`
    const body = readFileSync(file)
    const packed = (ending: string) => (existsSync(file + ending) ? readFileSync(file + ending) : null)
    assets.set(path, {
      body,
      br: packed('.br'),
      gzip: packed('.gz'),
      headers: {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        'x-content-type-options': 'nosniff',
      },
    })
  }
  return assets
}

/** The bytes of what a client accepts: brotli, gzip or plain. */
export function packedFor(
  accept: string,
  of: { body: Buffer; br: Buffer | null; gzip: Buffer | null },
): { bytes: Buffer; encoding: string | null } {
  if (of.br && /\bbr\b/.test(accept)) return { bytes: of.br, encoding: 'br' }
  if (of.gzip && /\bgzip\b/.test(accept)) return { bytes: of.gzip, encoding: 'gzip' }
  return { bytes: of.body, encoding: null }
}
