import { createHash, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { countCall, countedCalls, HOUR_MS } from './limits.ts'
import { networkOf } from '#server/platform/network.ts'
import { sign, signingKeys, verified } from '#server/platform/signing-key.ts'

/** Find a number after which SHA-256 of `seed` and that number begins with so many zero bits. */
export type Puzzle = { challenge: string; seed: string; bits: number }

// About a quarter of a million tries: under a second in a browser. Each further one within the hour costs twice as much, and so do so many wrong passwords from there.
const LEAST_BITS = 18
const MOST_BITS = 24
const FAILURES_A_BIT = 10
const LIVES_S = 300
const TYPE = 'challenge+jwt'

const nameOf = (caller: string): string => createHash('sha256').update(caller).digest('base64url')
const proofsOf = (caller: string): string => `proofs of ${caller}`
const failuresAt = (address: string): string => `failures at ${networkOf(address)}`

/** Counts a wrong password against where it came from: puzzles for there grow with them. */
export const countFailedSignIn = ({ database, address, now }: Context): Promise<number> =>
  countCall(database.counts, failuresAt(address), now, HOUR_MS)

/** A signed puzzle for this caller and this limit. */
export async function makePuzzle(ctx: Context, caller: string): Promise<Puzzle> {
  const counted = (of: string) => countedCalls(ctx.database.counts, of, ctx.now, HOUR_MS)
  const [proofs, failures] = [await counted(proofsOf(caller)), await counted(failuresAt(ctx.address))]
  const bits = Math.min(MOST_BITS, LEAST_BITS + proofs + Math.floor(failures / FAILURES_A_BIT))
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
  if (!(await countOnce(ctx, jti, exp))) return false
  await countCall(ctx.database.counts, proofsOf(caller), ctx.now, HOUR_MS)
  return true
}

/** Uses up what was signed for one answer, by its name and its end in seconds; answers whether it had not been used. */
export async function countOnce({ database }: Context, jti: string, exp: number): Promise<boolean> {
  const first = await database.counts
    .insertInto('challenge_spent')
    .values({ challenge: jti, expires_at: new Date(exp * 1000) })
    .onConflict((oc) => oc.doNothing())
    .returning('challenge')
    .executeTakeFirst()
  return first !== undefined
}

/** Lets go of proofs that no longer count anyway. */
export const forgetSpentProofs = (db: Db, now: Date) =>
  db.deleteFrom('challenge_spent').where('expires_at', '<', now).execute()

const zeroBits = (hash: Buffer): number => {
  const byte = hash.findIndex((b) => b !== 0)
  return byte < 0 ? hash.length * 8 : byte * 8 + Math.clz32(hash[byte] as number) - 24
}
