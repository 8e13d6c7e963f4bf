import { hash, verify } from '@node-rs/argon2'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { passwordCost } from '#db/password-cost.ts'
import type { Env } from '#server/platform/env.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'

const PASSWORD_MIN = 10
// Of 0 to 4: from 3 on, more guesses than anybody makes against a hash that takes its time.
const SCORE_MIN = 3
// What is longer is judged by its beginning: the judge takes its time too.
const JUDGED = 64
const ofSample = 'primp-sample-1'

/** Refuses a password that is short, that is guessed soon, or that is made of the person's own name or address; on a real site also the one of the sample people. */
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

// Little is left once the words are taken out: figures and signs between them hide nothing.
function isMadeOf(words: readonly string[], password: string): boolean {
  const plain = password.toLowerCase()
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), plain)
  return left !== plain && left.replaceAll(/[^\p{L}]/gu, '').length < 3
}

// Some 70 MB of words, which only a process in which somebody chooses a password needs.
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

/** The argon2id hash that is kept of a password. Never in a transaction: it takes its time. */
export const hashPassword = (password: string): Promise<string> => hash(password, passwordCost)

// Checked for unknown addresses, so that they take as long as known ones.
const nobodysHash = hash('no account has this password', passwordCost)

/** Whether a password is the one that is kept; takes as long where there is none. */
export async function verifyPassword(kept: string | null | undefined, password: string): Promise<boolean> {
  const right = await verify(kept ?? (await nobodysHash), password)
  return right && Boolean(kept)
}
