import type { Context as HttpContext } from 'hono'
import type { Database } from '#db/database.ts'
import type { Rig } from '#server/platform/rig.ts'

const COOKIE = 'primp_seen'
// By then a replica that is still behind has been left alone or is being looked after.
const LIVES_S = 60
const pattern = new RegExp(`(?:^|; )${COOKIE}=([0-9A-F]{1,8})-([0-9A-F]{1,8})(?:;|$)`)

/** Lets the browser carry how far the log of changes was after its act, so that every process shows it what it did; only where replicas may be behind. */
export async function setReadPositionCookie({ database, env }: Rig, http: HttpContext): Promise<void> {
  const { following } = database
  if (!following) return
  // An act that is done is not called failed because of this.
  const position = await following.position().catch(() => null)
  if (!position) return
  const value = position.replace('/', '-')
  http.header(
    'Set-Cookie',
    `${COOKIE}=${value}; Path=/; Max-Age=${LIVES_S}; HttpOnly; SameSite=Lax${env.production ? '; Secure' : ''}`,
    { append: true },
  )
}

/** Whether reads that may be a moment old show everything that this browser has done. */
export async function isCaughtUp({ following }: Database, cookie: string | undefined): Promise<boolean> {
  const [, high, low] = cookie?.match(pattern) ?? []
  if (!following || !high || !low) return true
  return following.shows(`${high}/${low}`)
}
