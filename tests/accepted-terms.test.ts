import { getSourceText } from '#contract/i18n/compile.ts'
import type { DefinedMessage, Message } from '#contract/i18n/messages.ts'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { termsConstants, textVersions, type VersionedText } from '#contract/terms.ts'
import { getDefaultText } from '#server/content/texts/default-texts.ts'
import { clientMessages } from '#web/dashboard/clients/client-messages.ts'
import { guestMessages } from '#web/party/guest-messages.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'

// Outside of a build a catalogue has its source texts.
const sourceOf = (message: DefinedMessage): string => getSourceText(message as unknown as Message)

const texts: Record<VersionedText, { file: string; words: string | undefined }> = {
  customer: { file: 'server/content/texts/legals-customers.md', words: getDefaultText('legals-customers')?.body },
  provider: { file: 'server/content/texts/legals-providers.md', words: getDefaultText('legals-providers')?.body },
  submission: {
    file: "'step12.terms' in web/signup/signup-messages.ts",
    words: sourceOf(signupMessages['step12.terms']),
  },
  allergies: {
    file: "'guest.allergies.consent' in web/party/guest-messages.ts",
    words: sourceOf(guestMessages['guest.allergies.consent']),
  },
  controller: {
    file: "'client.terms.text' in web/dashboard/clients/client-messages.ts",
    words: sourceOf(clientMessages['client.terms.text']),
  },
  privacy: { file: 'server/content/texts/privacy-policy.md', words: getDefaultText('privacy-policy')?.body },
}

/** Fills in constants, so that a changed constant counts as a changed text. */
const withConstants = (words: string): string =>
  words.replace(/\{([\w.]+)\}/g, (slot, name: string) => termsConstants[name] ?? slot)

const hashWords = (words: string): string => createHash('sha256').update(withConstants(words)).digest('hex')

test.each(Object.entries(texts))('a changed text has a new version: %s', (name, { file, words }) => {
  const versions = textVersions[name as VersionedText]
  const hash = hashWords(words ?? '')
  expect(
    versions.at(-1)?.sha256,
    `The words of ${file} differ from version ${versions.length}, which people have accepted. ` +
      `Add a version at the end of \`${name}\` in contract/terms.ts: { sha256: '${hash}', inForce: 'YYYY-MM-DD' }. ` +
      'If the change was not intended, restore the words.',
  ).toBe(hash)
})

test('versions are unique and sorted', () => {
  for (const versions of Object.values(textVersions)) {
    const days = versions.map(({ inForce }) => inForce)
    expect(days).toEqual(days.toSorted())
    expect(new Set(versions.map(({ sha256 }) => sha256)).size).toBe(versions.length)
  }
})

test('changing a word or a constant changes the hash', () => {
  const words = 'You choose a deposit share of {deposit.least} per cent, with {percent}% for us.'
  expect(withConstants(words)).toBe(
    `You choose a deposit share of ${termsConstants['deposit.least']} per cent, with {percent}% for us.`,
  )
  expect(hashWords(`${words} `)).not.toBe(hashWords(words))
})
