import { SignJWT } from 'jose'
import type { OutputOf } from '#contract/endpoint.ts'
import type { live } from '#contract/messaging/live.ts'
import type { Context } from '#server/platform/context.ts'
import { sign, signingKeys } from '#server/platform/signing-key.ts'
import { AUDIENCE } from './live-audience.ts'

const GOOD_S = 3_600

/** A token for the live stream alone: it opens nothing else, and ends with the session. */
export async function giveLiveToken(ctx: Context): Promise<OutputOf<typeof live.token>> {
  const at = Math.floor(ctx.now.getTime() / 1000)
  const token = await sign(
    { key: await signingKeys(ctx.database, ctx.env) },
    new SignJWT({ stream: ctx.viewer.sessionId })
      .setAudience(AUDIENCE)
      .setSubject(ctx.viewer.accountId ?? '')
      .setIssuedAt(at)
      .setExpirationTime(at + GOOD_S),
  )
  return { token }
}
