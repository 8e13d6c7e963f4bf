import { createHmac } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import { hashOfKey } from '#server/platform/http/act-key.ts'
import { signingKeys } from '#server/platform/signing-key.ts'

// No letter that looks like a digit, or like another: 32 signs, five bits each.
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 16

/** What was typed as it is compared: capitals and digits alone. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Whether it has the shape of a voucher's code. */
export const isVoucherCode = (plain: string): boolean => plain.length === LENGTH

/** A code as it is read and typed: in fours. */
export const inFours = (plain: string): string => plain.replace(/(.{4})(?=.)/g, '$1-')

/** A code as it is kept. */
export const hashOfCode = (plain: string): Buffer => hashOfKey(`voucher ${plain}`)

function codeUnder(bytes: Uint8Array, id: string): string {
  const mac = createHmac('sha256', bytes).update(`voucher ${id}`).digest()
  let [bits, value, code] = [0, 0, '']
  for (const byte of mac) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5 && code.length < LENGTH) {
      code += signs[(value >>> (bits - 5)) & 31]
      bits -= 5
    }
    value &= 0xff
    if (code.length === LENGTH) break
  }
  return code
}

/** The hash of a new voucher's code. Not inside a transaction. */
export async function newCodeHash(database: Database, env: Env, id: string): Promise<Buffer> {
  const [{ bytes }] = await signingKeys(database, env)
  return hashOfCode(codeUnder(bytes, id))
}

/** The code of a voucher, reckoned from its id under the site's signing key and kept nowhere; null where that key has been given up for good. Not inside a transaction. */
export async function codeOf(
  { database, env }: { database: Database; env: Env },
  { id, code_hash }: { id: string; code_hash: Buffer | Uint8Array },
): Promise<string | null> {
  for (const { bytes } of await signingKeys(database, env)) {
    const code = codeUnder(bytes, id)
    if (hashOfCode(code).equals(Buffer.from(code_hash))) return inFours(code)
  }
  return null
}
