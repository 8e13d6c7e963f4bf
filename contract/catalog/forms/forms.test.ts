import { expect, test } from 'vitest'
import { type FormQuestion, isAnswered, findMissingAnswer } from './forms.ts'

const questions: FormQuestion[] = [
  { kind: 'yesNo', text: 'Does anybody react to latex?' },
  { kind: 'words', text: 'Anything else?' },
  { kind: 'agree', text: 'I agree to the treatment.' },
]
const no = { yes: false, words: '' }

test('a form is answered once every question is, a yes is explained and the sentence agreed to', () => {
  expect(isAnswered(questions, [no, no, { yes: true, words: '' }])).toBe(true)
  expect(isAnswered(questions, [{ yes: true, words: 'Zoe, gloves' }, no, { yes: true, words: '' }])).toBe(true)
  expect(isAnswered(questions, [{ yes: true, words: '' }, no, { yes: true, words: '' }])).toBe(false)
  expect(isAnswered(questions, [no, no, no])).toBe(false)
  expect(isAnswered(questions, [no, no])).toBe(false)
  expect(isAnswered(questions, [no, no, { yes: true, words: '' }, no])).toBe(false)
})

test('what is missing is said of each', () => {
  const [react, , agree] = questions as [FormQuestion, FormQuestion, FormQuestion]
  expect(findMissingAnswer(react, undefined)).toBe('yes')
  expect(findMissingAnswer(react, { yes: null, words: '' })).toBe('yes')
  expect(findMissingAnswer(react, { yes: true, words: '' })).toBe('words')
  expect(findMissingAnswer(agree, { yes: null, words: '' })).toBe('agree')
  expect(findMissingAnswer({ kind: 'words', text: 'Anything else?' }, undefined)).toBeNull()
})
