import { SignJWT } from 'jose'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import { sign, signingKeys, verified } from '#server/platform/signing-key.ts'

/** What a key opens: one thing, for one side of it. */
export type ActKey = { act: 'review'; subject: string; side: string }

/** A signed key for one act, without signing in; the same each time. Not inside a transaction. */
export const signActKey = async (database: Database, env: Env, { act, subject, side }: ActKey): Promise<string> =>
  sign({ key: await signingKeys(database, env) }, new SignJWT({ side }).setAudience(`act:${act}`).setSubject(subject))

/** What a key opens; null for one that is not ours or for another act. */
export async function readActKey(
  database: Database,
  env: Env,
  act: ActKey['act'],
  key: string,
): Promise<ActKey | null> {
  const { sub, side } = (await verified(database, env, key, { audience: `act:${act}` })) ?? {}
  return sub && typeof side === 'string' ? { act, subject: sub, side } : null
}
