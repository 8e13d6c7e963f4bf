import { hash, verify } from '@node-rs/argon2'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { passwordCost } from '#db/password-cost.ts'
import type { Env } from '#server/platform/env.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'

const PASSWORD_MIN = 10
const SCORE_MIN = 3
// Longer passwords are scored by their prefix, because scoring is slow.
const JUDGED = 64
const ofSample = 'primp-sample-1'

/**
 * Throws for a password that is short, guessable or made of the person's name or address; in production also for the
 * sample one.
 */
export async function checkPassword(
  { production }: Pick<Env, 'production'>,
  password: string,
  about: readonly string[] = [],
  field = 'password',
): Promise<void> {
  const own = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 2)
  const refused =
    [...password].length < PASSWORD_MIN ||
    isMadeOf(own, password) ||
    (production && password === ofSample) ||
    (await judge()).check(password.slice(0, JUDGED), ['primp', ...own]).score < SCORE_MIN
  if (refused) throw createFieldRefusal('password_weak', field)
}

// Returns whether little remains after removing these words. Digits and symbols in between do not count.
function isMadeOf(words: readonly string[], password: string): boolean {
  const plain = password.toLowerCase()
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), plain)
  return left !== plain && left.replaceAll(/[^\p{L}]/gu, '').length < 3
}

// Lazy-loaded: 70 MB of dictionaries, needed only in processes where someone sets a password.
let judging: Promise<ZxcvbnFactory> | undefined
const judge = (): Promise<ZxcvbnFactory> => (judging ??= loadJudge())

async function loadJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: JUDGED,
  })
}

/** Slow, so never call it in a transaction. */
export const hashPassword = (password: string): Promise<string> => hash(password, passwordCost)

// Compared for unknown addresses, for constant time.
const nobodysHash = hash('no account has this password', passwordCost)

/** Runs in constant time even without a stored hash. */
export async function verifyPassword(kept: string | null | undefined, password: string): Promise<boolean> {
  const right = await verify(kept ?? (await nobodysHash), password)
  return right && Boolean(kept)
}
