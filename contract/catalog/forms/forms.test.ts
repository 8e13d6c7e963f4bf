import { expect, test } from 'vitest'
import { type FormQuestion, isAnswered, findMissingAnswer } from './forms.ts'

const questions: FormQuestion[] = [
  { kind: 'yesNo', text: 'Does anybody react to latex?' },
  { kind: 'words', text: 'Anything else?' },
  { kind: 'agree', text: 'I agree to the treatment.' },
]
const no = { yes: false, words: '' }

test('a form is complete once every question is answered, each yes is explained and the statement is agreed to', () => {
  expect(isAnswered(questions, [no, no, { yes: true, words: '' }])).toBe(true)
  expect(isAnswered(questions, [{ yes: true, words: 'Zoe, gloves' }, no, { yes: true, words: '' }])).toBe(true)
  expect(isAnswered(questions, [{ yes: true, words: '' }, no, { yes: true, words: '' }])).toBe(false)
  expect(isAnswered(questions, [no, no, no])).toBe(false)
  expect(isAnswered(questions, [no, no])).toBe(false)
  expect(isAnswered(questions, [no, no, { yes: true, words: '' }, no])).toBe(false)
})

test('each missing answer has an error', () => {
  const [react, , agree] = questions as [FormQuestion, FormQuestion, FormQuestion]
  expect(findMissingAnswer(react, undefined)).toBe('yes')
  expect(findMissingAnswer(react, { yes: null, words: '' })).toBe('yes')
  expect(findMissingAnswer(react, { yes: true, words: '' })).toBe('words')
  expect(findMissingAnswer(agree, { yes: null, words: '' })).toBe('agree')
  expect(findMissingAnswer({ kind: 'words', text: 'Anything else?' }, undefined)).toBeNull()
})
