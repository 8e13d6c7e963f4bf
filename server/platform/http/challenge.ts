import { createHash, hkdfSync } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { countCall, countCalls, HOUR_MS } from './limits.ts'
import { getNetwork } from '#server/platform/network.ts'
import { findSigningKey, getSigningKeys } from '#server/platform/signing-key.ts'

// Three hexadecimal zeros take 4,096 attempts on average: about a second in a browser at the lowest cost, one hash for
// the server.
const KEY_PREFIX = '000'
const LOWEST_COST = 128
const MOST_DOUBLINGS = 6
const FAILURES_PER_DOUBLING = 10
const LIFETIME_S = 300
const MOST_PROOF_CHARACTERS = 2_000

const hex = z.string().regex(/^[0-9a-f]{1,128}$/)
const Proof = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      cost: z.int(),
      data: z.strictObject({ caller: z.string(), expiresAt: z.int(), kid: z.string() }),
      keyLength: z.int(),
      keyPrefix: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int(), derivedKey: hex }),
})

const hashCaller = (caller: string): string => createHash('sha256').update(caller).digest('base64url')
const proofsOf = (caller: string): string => `proofs of ${caller}`
const failuresAt = (address: string): string => `failures at ${getNetwork(address)}`

/** Wrong passwords raise the cost of challenges for the network. */
export const countFailedSignIn = ({ database, address, now }: Context): Promise<number> =>
  countCall(database.counts, failuresAt(address), now, HOUR_MS)

export async function createProofChallenge(ctx: Context, caller: string): Promise<Challenge> {
  const countLastHour = (of: string) => countCalls(ctx.database.counts, of, ctx.now, HOUR_MS)
  const [proofs, failures] = [await countLastHour(proofsOf(caller)), await countLastHour(failuresAt(ctx.address))]
  const doublings = Math.min(MOST_DOUBLINGS, proofs + Math.floor(failures / FAILURES_PER_DOUBLING))
  const [{ kid, bytes }] = await getSigningKeys(ctx.database, ctx.env)
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: LOWEST_COST * 2 ** doublings,
    keyPrefix: KEY_PREFIX,
    deriveKey,
    hmacSignatureSecret: deriveSecret(bytes),
    // The library's own expiry uses the machine's clock instead of the request's.
    data: { caller: hashCaller(caller), expiresAt: Math.floor(ctx.now.getTime() / 1000) + LIFETIME_S, kid },
  })
}

/** Verifies and consumes the solution of a challenge. Returns whether it was valid and unused. */
export async function acceptProof(ctx: Context, caller: string, text = ''): Promise<boolean> {
  const proof = parseProof(text)
  if (!proof) return false
  const { nonce, data } = proof.challenge.parameters
  if (data.caller !== hashCaller(caller) || data.expiresAt < ctx.now.getTime() / 1000) return false
  const key = await findSigningKey(ctx.database, ctx.env, data.kid)
  if (!key) return false
  const { verified } = await verifySolution({ ...proof, deriveKey, hmacSignatureSecret: deriveSecret(key) })
  if (!verified || !(await consumeChallenge(ctx, nonce, data.expiresAt))) return false
  await countCall(ctx.database.counts, proofsOf(caller), ctx.now, HOUR_MS)
  return true
}

/** Consumes a challenge until its expiry in seconds. Returns false if already used. */
export async function consumeChallenge({ database }: Context, id: string, expiresAt: number): Promise<boolean> {
  const first = await database.counts
    .insertInto('used_challenge')
    .values({ challenge: id, expires_at: new Date(expiresAt * 1000) })
    .onConflict((oc) => oc.doNothing())
    .returning('challenge')
    .executeTakeFirst()
  return first !== undefined
}

export const deleteExpiredChallenges = (db: Db, now: Date) =>
  db.deleteFrom('used_challenge').where('expires_at', '<', now).execute()

function parseProof(text: string): z.infer<typeof Proof> | null {
  if (text.length > MOST_PROOF_CHARACTERS) return null
  try {
    return Proof.safeParse(JSON.parse(Buffer.from(text, 'base64').toString())).data ?? null
  } catch {
    return null
  }
}

const deriveSecret = (key: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'challenge', 32)).toString('base64url')
