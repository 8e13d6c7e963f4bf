import type { Context as HttpContext } from 'hono'
import type { Database } from '#db/database.ts'
import type { Rig } from '#server/platform/rig.ts'

const COOKIE = 'primp_seen'
// Lifetime of the cookie in seconds. A replica that is still behind by then is excluded.
const LIVES_S = 60
const pattern = new RegExp(`(?:^|; )${COOKIE}=([0-9A-F]{1,8})-([0-9A-F]{1,8})(?:;|$)`)

/** Sets a cookie with the WAL position after a write, so that every process shows the change. Only with replicas. */
export async function setReadPositionCookie({ database, env }: Rig, http: HttpContext): Promise<void> {
  const { following } = database
  if (!following) return
  const position = await following.position().catch(() => null)
  if (!position) return
  const value = position.replace('/', '-')
  http.header(
    'Set-Cookie',
    `${COOKIE}=${value}; Path=/; Max-Age=${LIVES_S}; HttpOnly; SameSite=Lax${env.production ? '; Secure' : ''}`,
    { append: true },
  )
}

/** Returns whether replica reads include all writes of this browser. */
export async function isCaughtUp({ following }: Database, cookie: string | undefined): Promise<boolean> {
  const [, high, low] = cookie?.match(pattern) ?? []
  if (!following || !high || !low) return true
  return following.shows(`${high}/${low}`)
}
