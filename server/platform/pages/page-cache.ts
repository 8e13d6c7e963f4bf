import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { stripCountry, type Invalidation, type Subject, SubjectIndex } from './subjects.ts'

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip), plain: promisify(brotliDecompress) }

export type RenderedPage = {
  status: number
  text: string
  headers: Record<string, string>
  subjects: Iterable<Subject>
  /** The nonce in its text. Random per rendering and excluded from the ETag. */
  nonce?: string | undefined
}

export type CachedPage = {
  status: number
  etag: string
  headers: Record<string, string>
  br: Buffer
  gzip: Buffer | null
  madeAt: number
  oldSince: number | null
  asked: number
  lines: Partial<Record<Encoding | 'known', readonly string[]>>
}
export type CacheHit = { path: string; page: CachedPage; cache: PageCache }
export type PageResult = CacheHit | { made: RenderedPage }

export type Encoding = 'br' | 'gzip' | 'plain'

// Maximum age without database notifications. Notified changes are renewed immediately.
const FRESH_MS = 300_000
const STALE_MS = 3_600_000
// With the five seconds of upstream caches, a change is visible within ten.
const OLD_SHOWN_MS = 4_000
const MOST_BYTES = 256 * 1024 * 1024
// A day ends at some hour in each zone.
const TURN_MS = 3_600_000
// Memory limit for missing pages, which anyone can request.
const MOST_MISSING_BYTES = 8 * 1024 * 1024
// Overhead per page: path, headers, subjects and index entries.
const OVERHEAD_BYTES = 4_096
// Compression level by number of requests: the best costs 100 ms of another thread.
const BETTER: ReadonlyMap<number, number> = new Map([
  [8, 9],
  [64, 11],
])

export class PageCache {
  readonly #pages = new Map<string, CachedPage>()
  readonly #missing = new Map<string, CachedPage>()
  readonly #renewing = new Set<string>()
  readonly #index = new SubjectIndex()
  readonly #most: { found: number; missing: number }
  #bytes = { found: 0, missing: 0 }
  #packing = Promise.resolve()
  constructor(mostBytes = MOST_BYTES, mostMissingBytes = MOST_MISSING_BYTES) {
    this.#most = { found: mostBytes - mostMissingBytes, missing: mostMissingBytes }
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#pages.size + this.#missing.size, bytes: this.#bytes.found + this.#bytes.missing }
  }

  /** Tells one caller only to renew the page. */
  find(path: string, now: number): { page: CachedPage; renew: boolean } | null {
    const pages = this.#pages.has(path) ? this.#pages : this.#missing
    const page = pages.get(path)
    if (!page) return null
    const oldSince = page.oldSince ?? turnedSince(page.madeAt, now)
    if (now - page.madeAt > STALE_MS || (oldSince !== null && now - oldSince > OLD_SHOWN_MS)) return null
    pages.delete(path)
    pages.set(path, page)
    const quality = BETTER.get(++page.asked)
    if (quality) this.#packing = this.#packing.then(() => this.#packBetter(path, page, quality)).catch(() => {})
    const renew = (oldSince !== null || now - page.madeAt > FRESH_MS) && !this.#renewing.has(path)
    if (renew) this.#renewing.add(path)
    return { page, renew }
  }

  async store(
    path: string,
    { status, text, headers, subjects, nonce }: RenderedPage,
    now: number,
  ): Promise<CachedPage> {
    const content = nonce ? text.replaceAll(nonce, '') : text
    const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
    const known = this.#pages.get(path)
    const same = known?.etag === etag && known.status === status
    const page: CachedPage = same
      ? { ...known, headers, madeAt: now, oldSince: null, lines: {} }
      : {
          status,
          etag,
          headers,
          br: await packed(text, 4),
          gzip: null,
          madeAt: now,
          oldSince: null,
          asked: 0,
          lines: {},
        }
    this.delete(path)
    const [pages, kind] = status === 200 ? [this.#pages, 'found' as const] : [this.#missing, 'missing' as const]
    pages.set(path, page)
    this.#index.put(path, subjects)
    this.#bytes[kind] += sizeOf(page)
    this.#renewing.delete(path)
    this.#makeRoom(path)
    return page
  }

  async bytes(path: string, page: CachedPage, encoding: Encoding): Promise<Buffer> {
    if (encoding === 'br') return page.br
    if (encoding === 'gzip' && page.gzip) return page.gzip
    const plain = await pack.plain(page.br)
    if (encoding === 'plain') return plain
    this.#grow(path, page, { gzip: exact(await pack.gzip(plain, { level: 6 })) })
    return page.gzip ?? plain
  }

  async #packBetter(path: string, page: CachedPage, quality: number): Promise<void> {
    const better = await packed(await pack.plain(page.br), quality)
    if (better.length < page.br.length) this.#grow(path, page, { br: better })
  }

  #grow(path: string, page: CachedPage, more: Partial<Pick<CachedPage, 'br' | 'gzip'>>): void {
    const before = sizeOf(page)
    Object.assign(page, more, { lines: {} })
    const kind = this.#pages.get(path) === page ? 'found' : this.#missing.get(path) === page ? 'missing' : null
    if (kind) this.#bytes[kind] += sizeOf(page) - before
    this.#makeRoom(path)
  }

  #makeRoom(newest: string): void {
    for (const [pages, kind] of [
      [this.#pages, 'found'],
      [this.#missing, 'missing'],
    ] as const) {
      for (const oldest of pages.keys()) {
        if (this.#bytes[kind] <= this.#most[kind] || oldest === newest) break
        this.delete(oldest)
      }
    }
  }

  delete(path: string): void {
    for (const [pages, kind] of [
      [this.#pages, 'found'],
      [this.#missing, 'missing'],
    ] as const) {
      const page = pages.get(path)
      if (!page) continue
      this.#bytes[kind] -= sizeOf(page)
      pages.delete(path)
    }
    this.#index.drop(path)
  }

  /**
   * Removes pages named by an invalidation, and artists' own pages. Serves other affected pages stale until they are
   * renewed.
   */
  invalidate(all: readonly Invalidation[], now: number): void {
    for (const news of all) {
      for (const path of this.#index.touched(news)) {
        const page = this.#pages.get(path)
        if (!page || news.gone?.includes(stripCountry(path)) || news.artists?.some((slug) => path === `/@/${slug}`))
          this.delete(path)
        else page.oldSince ??= now
      }
    }
  }

  /** After a failed renewal the page stays and the next request retries. */
  cancelRenewal(path: string): void {
    this.#renewing.delete(path)
  }
}

const packed = async (text: string | Buffer, quality: number): Promise<Buffer> =>
  exact(
    await pack.br(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  )

// Copies zlib's result, which may reference a larger buffer.
const exact = (bytes: Buffer): Buffer =>
  bytes.buffer.byteLength > bytes.length + 64 ? Buffer.from(Uint8Array.prototype.slice.call(bytes).buffer) : bytes

// Returns when a day last ended in some market (always on the hour), if after `madeAt`.
const turnedSince = (madeAt: number, now: number): number | null => {
  const turn = now - (now % TURN_MS)
  return madeAt < turn ? turn : null
}

const sizeOf = ({ br, gzip: gz }: CachedPage): number => br.length + (gz?.length ?? 0) + OVERHEAD_BYTES
