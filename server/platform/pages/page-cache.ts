import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { stripCountry, type Invalidation, type Subject, SubjectIndex } from './subjects.ts'

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip), plain: promisify(brotliDecompress) }

/** A page as it was made. */
export type RenderedPage = {
  status: number
  text: string
  headers: Record<string, string>
  subjects: Iterable<Subject>
  /** The nonce in the text. It is new for each rendering and not part of the page's ETag. */
  nonce?: string | undefined
}

export type CachedPage = {
  status: number
  etag: string
  headers: Record<string, string>
  br: Buffer
  /** Made for the first client that reads no brotli. */
  gzip: Buffer | null
  madeAt: number
  /** When something that it tells of has changed. */
  oldSince: number | null
  asked: number
  /** How it stands on the line, by encoding, so that nothing is put together for a request. */
  lines: Partial<Record<Encoding | 'known', readonly string[]>>
}
/** A page from memory. */
export type CacheHit = { path: string; page: CachedPage; cache: PageCache }
/** The same, or one that was made for this request. */
export type PageResult = CacheHit | { made: RenderedPage }

export type Encoding = 'br' | 'gzip' | 'plain'

// What the database does not tell of is at most so old; what it tells of is renewed at once.
const FRESH_MS = 300_000
const STALE_MS = 3_600_000
// With the five seconds that a cache before this one may keep a page, a change is seen within ten.
const OLD_SHOWN_MS = 4_000
const MOST_BYTES = 256 * 1024 * 1024
// Days turn on it somewhere.
const TURN_MS = 3_600_000
// What a page that is not there may take of it: anybody can ask for as many as they like.
const MOST_MISSING_BYTES = 8 * 1024 * 1024
// Around the bytes: path, headers, subjects, their places in the index.
const OVERHEAD_BYTES = 4_096
// How well a page is packed, by how often it was asked for as it is: the best costs a tenth of a second of another thread.
const BETTER: ReadonlyMap<number, number> = new Map([
  [8, 9],
  [64, 11],
])

/** Whole public pages by their path, compressed once; the least recently asked for leave first. */
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

  /** The page, and whether the caller should renew it now; nobody else is told to meanwhile. */
  find(path: string, now: number): { page: CachedPage; renew: boolean } | null {
    const pages = this.#pages.has(path) ? this.#pages : this.#missing
    const page = pages.get(path)
    if (!page) return null
    const oldSince = page.oldSince ?? turnedSince(page.madeAt, now)
    if (now - page.madeAt > STALE_MS || (oldSince !== null && now - oldSince > OLD_SHOWN_MS)) return null
    // A map keeps the order in which things came: who is asked for comes anew.
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

  /** The bytes of a page in an encoding. */
  async bytes(path: string, page: CachedPage, encoding: Encoding): Promise<Buffer> {
    if (encoding === 'br') return page.br
    if (encoding === 'gzip' && page.gzip) return page.gzip
    const plain = await pack.plain(page.br)
    if (encoding === 'plain') return plain
    this.#grow(path, page, { gzip: exact(await pack.gzip(plain, { level: 6 })) })
    return page.gzip ?? plain
  }

  /** A page that is asked for often is packed once more behind everybody's back. */
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

  // The newest stays, however large.
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

  /** Takes a page out that is not true any more. */
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

  /** Takes out the pages that news name, and artists' own; what else they touch is shown a moment longer, while it is renewed. */
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

  /** A page that could not be renewed stays as it was; the next visitor tries again. */
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

// What zlib answers may be the beginning of a larger piece of memory, which it would hold.
const exact = (bytes: Buffer): Buffer =>
  bytes.buffer.byteLength > bytes.length + 64 ? Buffer.from(Uint8Array.prototype.slice.call(bytes).buffer) : bytes

// What holds until a day ends with it, in whichever zone: the database tells nobody, and the midnights of our markets are on the hour.
const turnedSince = (madeAt: number, now: number): number | null => {
  const turn = now - (now % TURN_MS)
  return madeAt < turn ? turn : null
}

const sizeOf = ({ br, gzip: gz }: CachedPage): number => br.length + (gz?.length ?? 0) + OVERHEAD_BYTES
