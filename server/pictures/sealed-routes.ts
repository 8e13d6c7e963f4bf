import { Hono } from 'hono'
import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import type { AccessKind } from '#contract/operator/access.ts'
import type { Db } from '#db/database.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { authoriseCall } from '#server/platform/http/guard.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { createSealedResponse } from './sealed.ts'

type Sealed = { id: string; file: string; provider_id: string; name: string; account_id: string | null; kind?: string }

type SealedPictures = {
  own?: `providers/me/${string}`
  operators: `operator/${string}`
  called: string
  find: (db: Db, id: string) => Promise<Sealed | undefined>
  act: string
  what: AccessKind
}

const common = {
  method: 'GET',
  input: z.object({ fileId: z.uuid() }),
  output: z.unknown(),
  refuses: ['not_signed_in', 'not_yours', 'duty_required', 'not_found', 'not_allowed_acting', 'rate_limited'],
  limit: 240,
  notActing: true,
} as const

/** Encrypted pictures for their sender, if allowed, and for operators, whose access is logged. */
export function createSealedRoutes(rig: Rig, { own, operators, called, find, act, what }: SealedPictures): Hono {
  const app = new Hono()
  const found = async (db: Db, asked: string | undefined): Promise<Sealed> => {
    const { data } = common.input.safeParse({ fileId: asked })
    const picture = data && (await find(db, data.fileId))
    if (!picture) throw new Refusal('not_found')
    return picture
  }
  if (own) {
    const theirs = defineEndpoint({
      ...common,
      path: `/v1/${own}/{fileId}`,
      access: 'provider',
      summary: `Returns ${called} that the caller sent.`,
    })
    app.get(`/v1/${own}/:fileId`, async (http) => {
      const ctx = await authoriseCall(rig, http, theirs)
      const picture = await found(ctx.db, http.req.param('fileId'))
      if (picture.account_id !== ctx.viewer.accountId) throw new Refusal('not_found')
      return createSealedResponse(ctx, picture.file)
    })
  }
  const seen = defineEndpoint({
    ...common,
    writes: true,
    path: `/v1/${operators}/{fileId}`,
    access: 'operator',
    duties: ['verification'],
    summary: `Returns ${called} for review.`,
  })
  app.get(`/v1/${operators}/:fileId`, async (http) => {
    const ctx = await authoriseCall(rig, http, seen)
    const picture = await found(ctx.db, http.req.param('fileId'))
    const answer = await createSealedResponse(ctx, picture.file)
    await recordAudit(ctx, {
      act,
      subject: { kind: 'provider', id: picture.provider_id, name: picture.name },
      ...(picture.kind ? { after: { picture: picture.kind } } : {}),
    })
    await recordAccess(ctx, { what, subjectId: picture.id, of: [picture.account_id] })
    return answer
  })
  return app
}
