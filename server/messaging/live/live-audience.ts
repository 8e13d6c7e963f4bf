import { hashOfKey, openedBy } from '#server/platform/http/act-key.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { verified } from '#server/platform/signing-key.ts'
import { sessionSecretHash } from '#server/platform/http/session-cookie.ts'
import { visitorHash, visitorOf } from '#server/platform/http/visitor.ts'
import { appointmentOfSheet, hasSearched, sessionStands } from '#server/messaging/queries.ts'

/** Named otherwise than in a bearer token, so that neither passes for the other. */
export const AUDIENCE = 'live'

/** Whom a token's stream hears; refuses one that is forged, past, for something else, without the cookie of its sign-in, or whose session has ended. */
export async function audienceOfToken(
  { database, env, clock }: Rig,
  token: string,
  cookie: string | undefined,
): Promise<string[]> {
  const secret = sessionSecretHash(cookie, env.production)
  const said = await verified(database, env, token, { audience: AUDIENCE, currentDate: clock() })
  const { stream: sid, sub } = said ?? {}
  if (typeof sid !== 'string' || !sub || !secret || !(await sessionStands(database.fresh, sid, secret, clock())))
    throw new Refusal('session_ended')
  return [`account:${sub}`, `session:${sid}`]
}

/** Whom a browser's visitor cookie lets it hear. */
export function audienceOfVisitor(cookie: string | undefined): string[] {
  const visitor = visitorOf(cookie)
  return visitor ? [`visitor:${visitorHash(visitor).toString('hex')}`] : []
}

/** Whether the visitor cookie is one that something was asked for with. */
export async function isKnownVisitor({ database }: Rig, cookie: string | undefined): Promise<boolean> {
  const visitor = visitorOf(cookie)
  return visitor !== null && (await hasSearched(database.fresh, visitorHash(visitor)))
}

/** What the link of a run sheet lets whoever has it hear: that something of this appointment has changed. */
export async function audienceOfSheet({ database, env }: Rig, key: string): Promise<string[]> {
  const opened = await openedBy(database, env, 'sheet', key)
  const id = await appointmentOfSheet(database.fresh, { id: opened, hash: hashOfKey(key) })
  if (!id) throw new Refusal('not_found')
  return [`appointment:${id}`]
}
