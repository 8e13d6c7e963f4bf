import { SignJWT, jwtVerify } from 'jose'
import type { OutputOf } from '#contract/endpoint.ts'
import type { live } from '#contract/messaging/live.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { signingKey } from '#server/platform/signing-key.ts'
import { visitorHash, visitorOf } from '#server/platform/http/visitor.ts'
import { appointmentOfSheet, sessionStands } from './queries.ts'

const GOOD_S = 3_600

// Named otherwise than in a bearer token, so that neither passes for the other.
const AUDIENCE = 'live'

/** A token for the live stream alone: it opens nothing else, and ends with the session. */
export async function giveLiveToken(ctx: Context): Promise<OutputOf<typeof live.token>> {
  const at = Math.floor(ctx.now.getTime() / 1000)
  const token = await new SignJWT({ stream: ctx.viewer.sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setSubject(ctx.viewer.accountId ?? '')
    .setIssuedAt(at)
    .setExpirationTime(at + GOOD_S)
    .sign(await signingKey(ctx.database, ctx.env))
  return { token }
}

/** Whom a token's stream hears; refuses one that is forged, past, for something else, or whose session has ended. */
export async function audienceOfToken({ database, env, clock }: Rig, token: string): Promise<string[]> {
  const verified = await jwtVerify(token, await signingKey(database, env), {
    algorithms: ['HS256'],
    audience: AUDIENCE,
    currentDate: clock(),
  }).catch(() => null)
  const { stream: sid, sub } = verified?.payload ?? {}
  if (typeof sid !== 'string' || !sub || !(await sessionStands(database.db, sid, clock())))
    throw new Refusal('session_ended')
  return [`account:${sub}`, `session:${sid}`]
}

/** Whom a browser's visitor cookie lets it hear. */
export function audienceOfVisitor(cookie: string | undefined): string[] {
  const visitor = visitorOf(cookie)
  return visitor ? [`visitor:${visitorHash(visitor).toString('hex')}`] : []
}

/** What the link of a run sheet lets whoever has it hear: that something of this appointment has changed. */
export async function audienceOfSheet({ database }: Rig, key: string): Promise<string[]> {
  const id = await appointmentOfSheet(database.db, key)
  if (!id) throw new Refusal('not_found')
  return [`appointment:${id}`]
}
