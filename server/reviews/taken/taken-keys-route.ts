import { Hono } from 'hono'
import { TAKEN_KEYS_PATH } from '#contract/reviews/taken.ts'
import type { Rig } from '#server/platform/rig.ts'
import { publicReviewsKey } from './reviews-key.ts'

/** The public key by which anybody checks what artists have taken with them, as a JSON Web Key Set. */
export function takenKeysRoute(rig: Rig): Hono {
  const app = new Hono()
  app.get(TAKEN_KEYS_PATH, async (http) =>
    http.json({ keys: [await publicReviewsKey(rig.database)] }, 200, { 'Cache-Control': 'public, max-age=3600' }),
  )
  return app
}
