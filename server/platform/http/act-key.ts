import { SignJWT, jwtVerify } from 'jose'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import { signingKey } from '#server/platform/signing-key.ts'

/** What a key opens: one thing, for one side of it. */
export type ActKey = { act: 'review'; subject: string; side: string }

/** A signed key for one act, without signing in; the same each time. Not inside a transaction. */
export const signActKey = async (database: Database, env: Env, { act, subject, side }: ActKey): Promise<string> =>
  new SignJWT({ side })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(`act:${act}`)
    .setSubject(subject)
    .sign(await signingKey(database, env))

/** What a key opens; null for one that is not ours or for another act. */
export async function readActKey(
  database: Database,
  env: Env,
  act: ActKey['act'],
  key: string,
): Promise<ActKey | null> {
  const verified = await jwtVerify(key, await signingKey(database, env), {
    algorithms: ['HS256'],
    audience: `act:${act}`,
  }).catch(() => null)
  const { sub, side } = verified?.payload ?? {}
  return sub && typeof side === 'string' ? { act, subject: sub, side } : null
}
