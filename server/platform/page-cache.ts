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
  readonly #most: number
  constructor(most = 2_000) {
    this.#most = most
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
    this.#pages.delete(path)
    this.#pages.set(path, page)
    this.#renewing.delete(path)
    if (this.#pages.size > this.#most) this.#pages.delete(this.#pages.keys().next().value as string)
    return page
  }

  /** A page that could not be renewed stays as it was; the next visitor tries again. */
  giveUp(path: string): void {
    this.#renewing.delete(path)
  }
}
