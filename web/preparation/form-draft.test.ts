import { expect, test } from 'vitest'
import type { BookingForm } from '#contract/preparation/forms.ts'
import { createDrafts, getAnswerFieldName, listMissingFields, updateAnswer } from './sign-form.tsx'

const form: BookingForm = {
  formId: 'f',
  name: 'Lashes',
  versionId: 'v2',
  number: 2,
  intro: 'Please answer.',
  questions: [
    { kind: 'yesNo', text: 'Latex?' },
    { kind: 'agree', text: 'I agree.' },
  ],
  signed: null,
}
const signed = { number: 2, intro: '', questions: form.questions, at: '2027-01-01T10:00:00Z', as: 'Leila' }

test('a form begins empty, or with the earlier answers if the questions are the same', () => {
  const answers = [
    { yes: true, words: 'Zoe' },
    { yes: true, words: '' },
  ]
  expect(createDrafts([form])['f']).toEqual([
    { yes: null, words: '' },
    { yes: null, words: '' },
  ])
  expect(createDrafts([{ ...form, signed: { ...signed, answers } }])['f']).toEqual(answers)
  expect(createDrafts([{ ...form, signed: { ...signed, number: 1, answers } }])['f']?.[0]?.yes).toBeNull()
  expect(createDrafts([{ ...form, signed: { ...signed, answers: null } }])['f']?.[0]?.yes).toBeNull()
})

test('a missing answer is marked at its field until it is given', () => {
  let drafts = createDrafts([form])
  expect(listMissingFields([form], drafts)).toEqual({
    [getAnswerFieldName('f', 0, 'yes')]: 'yes',
    [getAnswerFieldName('f', 1, 'yes')]: 'agree',
  })
  drafts = updateAnswer(updateAnswer(drafts, 'f', 0, { yes: true, words: '  ' }), 'f', 1, { yes: true })
  expect(listMissingFields([form], drafts)).toEqual({ [getAnswerFieldName('f', 0, 'words')]: 'words' })
  expect(listMissingFields([form], updateAnswer(drafts, 'f', 0, { words: 'Zoe' }))).toEqual({})
})
