import type { Env } from '#server/platform/env.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Asked = (name: string) => string | null | undefined

/**
 * Refuses an act that another site's page makes a browser do. A browser says where a page stands: by Sec-Fetch-Site, and
 * with everything but a read by Origin. What says neither and brings a cookie is taken for one that hides it; a program
 * brings no cookie, and without one nobody's sign-in.
 */
export function assertSameSite({ publicUrl }: Pick<Env, 'publicUrl'>, asked: Asked): void {
  const [site, origin] = [asked('sec-fetch-site'), asked('origin')]
  if (site && site !== 'same-origin') throw new Refusal('cross_origin')
  if (origin && !isOwnOrigin(origin, publicUrl, asked('host'))) throw new Refusal('cross_origin')
  if (!site && !origin && asked('cookie')) throw new Refusal('cross_origin')
}

// The site itself is its public address, or the host that was asked.
const isOwnOrigin = (origin: string, publicUrl: string, host: string | null | undefined): boolean =>
  origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host)

/** Refuses a body that is not said to be JSON: anything else a form of another site could send unasked. */
export function assertJsonBody(asked: Asked): void {
  const type = asked('content-type')
  const bare = !type && !Number(asked('content-length') ?? 0) && !asked('transfer-encoding')
  if (!bare && !/^application\/json(?:\s*;|$)/i.test(type ?? '')) throw new Refusal('not_json')
}
