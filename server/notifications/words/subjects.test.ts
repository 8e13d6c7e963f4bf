import { expect, test } from 'vitest'
import { formatTemplate } from '#contract/templates.ts'
import type { MailPhrases } from './mail-kind.ts'
import { mailKinds, mailTexts } from './mail-texts.ts'
import { sampleValues } from './sample-values.ts'
import { type DayVariant, varyPhrase } from './vary.ts'

const hows: readonly DayVariant[] = ['mobile', 'studio', 'start', 'none']

test('every subject with sample values is under 50 characters', () => {
  const subjects = mailKinds.flatMap((kind) => {
    const { subject }: MailPhrases = mailTexts[kind]
    return hows.flatMap((how) =>
      [1, 2].map((n) => ({ kind, how, text: formatTemplate(varyPhrase(subject, how), { ...sampleValues, n }) })),
    )
  })
  expect(subjects.length).toBeGreaterThan(500)
  expect(subjects.filter(({ text }) => text.length >= 50)).toEqual([])
  expect(subjects.filter(({ text }) => /[{}[\]]/.test(text))).toEqual([])
})
