import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words that our texts do not use, with what to write instead. See docs/voice.md. */
const avoided: readonly (readonly [RegExp, string])[] = [
  [/\bsome ?body\b/i, 'someone'],
  [/\banybody\b/i, 'anyone'],
  [/\beverybody\b/i, 'everyone'],
  [/\bwho(so|m)?ever\b/i, 'the person who, or anyone who'],
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'nothing, or "while you wait"'],
  [/\bof which\b/i, 'a second sentence'],
  [/\bthere(of|upon|by)\b/i, 'a second sentence'],
  [/\bseldom\b/i, 'rarely'],
  [/\blet go\b/i, 'cancelled or released'],
  [/\b(is|are|was|has been|have been) told\b/i, 'we tell, or we have told'],
  [/\bper cent\b/i, '%'],
  [/\bin 100\b/i, '%'],
  [/\bcarry on\b/i, 'continue'],
  [/\bstraight away\b/i, 'immediately, or nothing'],
  [/\bperson has approved\b/i, 'once it has been approved'],
  [/\bcame to nothing\b/i, 'failed, or was not completed'],
  [/\bwhat (becomes?|became) of\b/i, 'past, or status'],
  [/\bpro(ven|ved)\b/i, 'verified'],
]

/** Texts that contain such a word for a reason. */
const exceptions: readonly string[] = []

const files = globSync('{contract,server,web}/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}'] })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) =>
    /defineMessages\(|satisfies Record<string, (MailPhrases|readonly \[number)|(Messages|[wW]ords|[pP]hrases|[tT]exts) = \{|server\/notifications\/words\//.test(
      `${file} ${readFileSync(file, 'utf8')}`,
    ),
  )

/** The string literals of a source file. */
const textsOf = (source: string): string[] =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map(
    ([, single, double]) => single ?? double ?? '',
  )

test('our texts use everyday words', () => {
  expect(files.length).toBeGreaterThan(80)
  const found = files.flatMap((file) =>
    textsOf(readFileSync(file, 'utf8')).flatMap((text) =>
      // Keys and identifiers contain no space.
      !text.includes(' ') || exceptions.includes(text)
        ? []
        : avoided.filter(([word]) => word.test(text)).map(([, instead]) => `${file}: "${text}": use ${instead}`),
    ),
  )
  expect(found).toEqual([])
})
