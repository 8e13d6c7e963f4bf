import type { Env } from '#server/platform/env.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Asked = (name: string) => string | null | undefined

/**
 * Rejects cross-site requests by Sec-Fetch-Site and, except for reads, by Origin. Rejects a request with cookies but
 * without both headers; clients without cookies have no session to abuse.
 */
export function assertSameSite({ publicUrl }: Pick<Env, 'publicUrl'>, asked: Asked): void {
  const [site, origin] = [asked('sec-fetch-site'), asked('origin')]
  if (site && site !== 'same-origin') throw new Refusal('cross_origin')
  if (origin && !isOwnOrigin(origin, publicUrl, asked('host'))) throw new Refusal('cross_origin')
  if (!site && !origin && asked('cookie')) throw new Refusal('cross_origin')
}

const isOwnOrigin = (origin: string, publicUrl: string, host: string | null | undefined): boolean =>
  origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host)

/** Rejects bodies that are not JSON, which cross-site forms could send without a preflight. */
export function assertJsonBody(asked: Asked): void {
  const type = asked('content-type')
  const bare = !type && !Number(asked('content-length') ?? 0) && !asked('transfer-encoding')
  if (!bare && !/^application\/json(?:\s*;|$)/i.test(type ?? '')) throw new Refusal('not_json')
}
