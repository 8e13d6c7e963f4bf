import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Returns the proof of work for a challenge; null without Web Crypto, as on insecure pages, or after a timeout. */
export async function createProof(challenge: Challenge): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const solution = await solveChallenge({ challenge, deriveKey })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}
