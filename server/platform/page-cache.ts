import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) }

export type CachedPage = { status: number; body: Buffer; br: Buffer; gzip: Buffer; etag: string; headers: Record<string, string>; madeAt: number }

const FRESH_MS = 60_000
const STALE_MS = 3_600_000

/** Whole public pages by their path, compressed once; fresh for a minute, then renewed behind the next visitor's back. */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>()
  readonly #renewing = new Set<string>()
  readonly #mostBytes: number
  #bytes = 0
  constructor(mostBytes = 96 * 1024 * 1024) {
    this.#mostBytes = mostBytes
  }

  /** The page, and whether the caller should renew it now; nobody else is told to meanwhile. */
  find(path: string, now: number): { page: CachedPage; renew: boolean } | null {
    const page = this.#pages.get(path)
    if (!page || now - page.madeAt > STALE_MS) return null
    const renew = now - page.madeAt > FRESH_MS && !this.#renewing.has(path)
    if (renew) this.#renewing.add(path)
    return { page, renew }
  }

  async keep(path: string, status: number, text: string, headers: Record<string, string>, now: number): Promise<CachedPage> {
    const body = Buffer.from(text)
    const [br, gz] = await Promise.all([pack.br(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), pack.gzip(body, { level: 6 })])
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const page = { status, body, br, gzip: gz, etag, headers, madeAt: now }
    this.#drop(path)
    this.#pages.set(path, page)
    this.#bytes += sizeOf(page)
    this.#renewing.delete(path)
    // The longest unrenewed leave first; the newest stays, however large.
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#mostBytes || oldest === path) break
      this.#drop(oldest)
    }
    return page
  }

  #drop(path: string): void {
    const page = this.#pages.get(path)
    if (!page) return
    this.#bytes -= sizeOf(page)
    this.#pages.delete(path)
  }

  /** Takes a page out that is not true any more. */
  forget(path: string): void {
    this.#drop(path)
  }

  /** Lets pages whose path begins so be renewed behind their next visitor's back. */
  age(prefix: string, now: number): void {
    for (const [path, page] of this.#pages) if (path.startsWith(prefix) && now - page.madeAt <= FRESH_MS) page.madeAt = now - FRESH_MS - 1
  }

  /** A page that could not be renewed stays as it was; the next visitor tries again. */
  giveUp(path: string): void {
    this.#renewing.delete(path)
  }
}

const sizeOf = ({ body, br, gzip: gz }: CachedPage): number => body.length + br.length + gz.length
