import { hash, verify } from '@node-rs/argon2'
import { passwordCost } from '#db/password-cost.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { commonPasswords } from './common-passwords.ts'

const PASSWORD_MIN = 10

/** Refuses a password that is short or that everybody tries first: a common one, one repeated or counted, or the person's own name or address. */
export function checkPassword(password: string, about: readonly string[] = [], field = 'password'): void {
  const plain = password.toLowerCase()
  const own = about
    .flatMap((text) => [text, text.split('@')[0] ?? ''])
    .map((text) => text.toLowerCase().replaceAll(/\s/g, ''))
    .filter((text) => text.length > 3)
  const guessed =
    commonPasswords.has(plain) ||
    commonPasswords.has(plain.replace(/[^a-z]+$/, '')) ||
    isRun(plain) ||
    own.includes(plain.replaceAll(/[\s\d!.]/g, '')) ||
    own.includes(plain)
  if ([...password].length < PASSWORD_MIN || guessed) throw refuseField('password_weak', field)
}

// aaaaaaaaaa, 1212121212, 0123456789, abcdefghij and back.
function isRun(text: string): boolean {
  if (/^(.{1,3})\1+.{0,2}$/.test(text)) return true
  const steps = new Set([...text].slice(1).map((letter, i) => letter.charCodeAt(0) - text.charCodeAt(i)))
  return steps.size === 1
}

/** The argon2id hash that is kept of a password. Never in a transaction: it takes its time. */
export const hashPassword = (password: string): Promise<string> => hash(password, passwordCost)

// Checked for unknown addresses, so that they take as long as known ones.
const nobodysHash = hash('no account has this password', passwordCost)

/** Whether a password is the one that is kept; takes as long where there is none. */
export async function passwordRight(kept: string | null | undefined, password: string): Promise<boolean> {
  const right = await verify(kept ?? (await nobodysHash), password)
  return right && Boolean(kept)
}
