import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Taken } from '#contract/reviews/taken.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'

type Holder = Taken['artist']['holder']
const BYTES = 32

/** Whose file it is, so that nobody else takes its reviews for theirs: slow to guess an address from, and another text in each file. */
export async function holderOf(email: string): Promise<Holder> {
  const salt = randomBytes(16).toString('base64url')
  return { salt, proof: (await proofOf(email, salt)).toString('base64url') }
}

/** Whether a file was made for whoever has that address. */
export async function isHolder({ salt, proof }: Holder, email: string): Promise<boolean> {
  const known = Buffer.from(proof, 'base64url')
  return known.length === BYTES && timingSafeEqual(known, await proofOf(email, salt))
}

const derived = promisify<string, string, number, Buffer>(scrypt)
const proofOf = (email: string, salt: string): Promise<Buffer> => derived(emailKey(email), salt, BYTES)
