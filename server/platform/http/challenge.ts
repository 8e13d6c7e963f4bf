import { createHash, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { countCall, countedCalls } from './limits.ts'
import { sign, signingKeys, verified } from '#server/platform/signing-key.ts'

/** Find a number after which SHA-256 of `seed` and that number begins with so many zero bits. */
export type Puzzle = { challenge: string; seed: string; bits: number }

// About a quarter of a million tries: under a second in a browser. Each further window of the same minute costs twice as much.
const LEAST_BITS = 18
const MOST_BITS = 24
const LIVES_S = 300
const TYPE = 'challenge+jwt'

const nameOf = (caller: string): string => createHash('sha256').update(caller).digest('base64url')
const proofsOf = (caller: string): string => `proofs of ${caller}`

/** A signed puzzle for this caller and this limit. */
export async function makePuzzle(ctx: Context, caller: string): Promise<Puzzle> {
  const bits = Math.min(MOST_BITS, LEAST_BITS + (await countedCalls(ctx.database.counts, proofsOf(caller), ctx.now)))
  const seed = randomUUID()
  const challenge = await sign(
    { key: await signingKeys(ctx.database, ctx.env), typ: TYPE },
    new SignJWT({ bits })
      .setSubject(nameOf(caller))
      .setJti(seed)
      .setExpirationTime(Math.floor(ctx.now.getTime() / 1000) + LIVES_S),
  )
  return { challenge, seed, bits }
}

/** Whether this is the answer to a puzzle that was given to this caller; each counts once. */
export async function proofHolds(ctx: Context, caller: string, proof: string | undefined): Promise<boolean> {
  const [challenge = '', answer = ''] = proof?.split('~') ?? []
  if (!challenge || !/^\d{1,15}$/.test(answer)) return false
  const signed = await verified(ctx.database, ctx.env, challenge, {
    typ: TYPE,
    subject: nameOf(caller),
    currentDate: ctx.now,
  })
  const { jti, exp, bits } = signed ?? {}
  if (
    !jti ||
    !exp ||
    typeof bits !== 'number' ||
    zeroBits(createHash('sha256').update(`${jti}${answer}`).digest()) < bits
  )
    return false
  const first = await ctx.database.counts
    .insertInto('challenge_spent')
    .values({ challenge: jti, expires_at: new Date(exp * 1000) })
    .onConflict((oc) => oc.doNothing())
    .returning('challenge')
    .executeTakeFirst()
  if (!first) return false
  await countCall(ctx.database.counts, proofsOf(caller), ctx.now)
  return true
}

/** Lets go of proofs that no longer count anyway. */
export const forgetSpentProofs = (db: Db, now: Date) =>
  db.deleteFrom('challenge_spent').where('expires_at', '<', now).execute()

const zeroBits = (hash: Buffer): number => {
  const byte = hash.findIndex((b) => b !== 0)
  return byte < 0 ? hash.length * 8 : byte * 8 + Math.clz32(hash[byte] as number) - 24
}
