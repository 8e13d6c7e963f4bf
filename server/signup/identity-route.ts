import { Hono } from 'hono'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { openSealed } from '#server/pictures/door.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { record } from '#server/platform/audit.ts'
import { guard } from '#server/platform/http/guard.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { identityPicture } from '#server/signup/verification/verification-queries.ts'

const asked = endpoint({
  method: 'GET',
  path: '/v1/operator/verification/pictures/{pictureId}',
  writes: true,
  access: 'operator',
  summary: 'An identity picture, for the verification team only.',
  input: z.object({ pictureId: z.uuid() }),
  output: z.unknown(),
  refuses: ['not_signed_in', 'not_yours', 'not_found', 'not_allowed_acting'],
  limit: 240,
  notActing: true,
})

/** `GET /v1/operator/verification/pictures/{pictureId}`: an identity picture, decrypted for an operator; each look is kept in the log. */
export function identityRoute(rig: Rig): Hono {
  const app = new Hono()
  app.get('/v1/operator/verification/pictures/:pictureId', async (http) => {
    const ctx = await guard(rig, http, asked)
    const { data } = asked.input.safeParse({ pictureId: http.req.param('pictureId') })
    const picture = data && (await identityPicture(ctx.db, data.pictureId))
    const bytes = picture && (await openSealed(ctx, picture.file))
    if (!picture || !bytes) throw new Refusal('not_found')
    await record(ctx, {
      act: 'identity.view',
      subject: { kind: 'provider', id: picture.provider_id, name: picture.name },
      after: { picture: picture.kind },
    })
    await recordAccess(ctx, { what: 'identity', subjectId: data.pictureId, of: [picture.account_id] })
    return http.body(new Uint8Array(bytes), 200, {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'private, no-store',
      'Content-Disposition': 'inline',
      'X-Robots-Tag': 'noindex',
    })
  })
  return app
}
