import { expect, test } from 'vitest'
import type { OperatorForm } from '#contract/catalog/forms/operator-forms.ts'
import { toFormDraft, createQuestionDraft, canAddQuestion, moveQuestion, toFormInput } from './form-editor.tsx'

const newest: OperatorForm['versions'][number] = {
  number: 2,
  intro: 'Newest',
  questions: [{ kind: 'agree', text: 'I agree.' }],
  publishedAt: '2027-01-01T00:00:00Z',
  signed: 0,
}
const form: OperatorForm = {
  id: '00000000-0000-4000-8000-000000000000',
  name: 'Lashes',
  services: ['lashes'],
  retiredAt: null,
  versions: [
    newest,
    {
      number: 1,
      intro: 'First',
      questions: [{ kind: 'words', text: 'Else?' }],
      publishedAt: '2026-01-01T00:00:00Z',
      signed: 3,
    },
  ],
}

test('editing starts from the newest version of a form, and a new form has one question', () => {
  expect(toFormInput({ ...toFormDraft(form), reason: ' because ' })).toEqual({
    name: 'Lashes',
    intro: 'Newest',
    questions: [{ kind: 'agree', text: 'I agree.' }],
    services: ['lashes'],
    reason: 'because',
  })
  expect(toFormDraft(null)).toMatchObject({ name: '', questions: [{ kind: 'yesNo', text: '' }] })
})

test('questions can be reordered, and stay at the ends', () => {
  const { questions } = toFormDraft({
    ...form,
    versions: [{ ...newest, questions: ['One?', 'Two?', 'Three?'].map((text) => ({ kind: 'words' as const, text })) }],
  })
  const texts = (of: typeof questions) => of.map(({ text }) => text)
  expect(texts(moveQuestion(questions, 0, 1))).toEqual(['Two?', 'One?', 'Three?'])
  expect(texts(moveQuestion(questions, 2, -1))).toEqual(['One?', 'Three?', 'Two?'])
  expect(moveQuestion(questions, 0, -1)).toBe(questions)
  expect(moveQuestion(questions, 2, 1)).toBe(questions)
  expect(canAddQuestion({ ...toFormDraft(form), questions: Array.from({ length: 30 }, createQuestionDraft) })).toBe(
    false,
  )
})
