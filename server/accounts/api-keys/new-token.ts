import { randomBytes } from 'node:crypto'
import { hashOfKey } from '#server/platform/http/act-key.ts'

/** How every key begins, so that one that has slipped into a text is found. */
export const KEY_PREFIX = 'primp_'
const BEGINS = 10

/** A new key, and what is kept of it: its hash and how it begins. */
export function newToken(): { token: string; kept: { key_hash: Buffer; begins: string } } {
  const token = `${KEY_PREFIX}${randomBytes(24).toString('base64url')}`
  return { token, kept: { key_hash: hashOfKey(token), begins: token.slice(0, BEGINS) } }
}
