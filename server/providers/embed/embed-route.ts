import { Hono } from 'hono'
import { nobody, openContext } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { framedAnywhere } from '#server/platform/http/security-headers.ts'
import { KeptAnswers } from '#server/platform/pages/kept-answers.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { showProfile } from '#server/providers/profile/show-profile.ts'
import { drawEmbed, drawNobody, embedScript, readLook } from './draw-embed.ts'

const kept = { freshMs: 60_000, most: 500 }

/**
 * `GET /embed/{slug}`: the form of one artist for a frame on any other site. It knows nobody: it reads no cookie and sets none, and
 * it does nothing but lead on, so whoever lays something over it gains nothing.
 */
export function embedRoute(rig: Rig): Hono {
  const app = new Hono()
  const profiles = new KeptAnswers(kept)
  const headers = {
    ...framedAnywhere(embedScript),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'x-robots-tag': 'noindex',
  }
  app.get('/embed/:slug', async (http) => {
    const slug = http.req.param('slug')
    const look = readLook(new URL(http.req.url).searchParams)
    const ctx = openContext(rig, { viewer: nobody, requestId: 'embed', address: '' }, 'reads')
    const known = /^[a-z0-9-]{1,120}$/.test(slug)
    const profile = known
      ? await profiles
          .of(
            slug,
            ctx.now.getTime(),
            () => {},
            () => showProfile(ctx, { profileId: slug }),
          )
          .catch((thrown) => {
            if (thrown instanceof Refusal && thrown.code === 'not_found') return null
            throw thrown
          })
      : null
    return profile
      ? http.body(String(drawEmbed(profile, look, todayIn('UTC', ctx.now))), 200, headers)
      : http.body(String(drawNobody(look)), 404, headers)
  })
  return app
}
