import { expect, test } from 'vitest'
import { ApiError } from './api/api.ts'
import { answered, faulted, unasked } from './use-answer.ts'

const gone = new ApiError(0, {})

test('what was known stays where nobody answers, until somebody does', () => {
  const known = answered('a', 'first')
  expect(faulted(known, 'a', gone)).toEqual({ about: 'a', answer: 'first', fault: gone })
  expect(answered('a', 'second')).toEqual({ about: 'a', answer: 'second', fault: null })
})

test('a refusal takes the place of what was known', () => {
  const refused = new ApiError(404, { code: 'not_found' })
  expect(faulted(answered('a', 'first'), 'a', refused)).toEqual({ about: 'a', answer: null, fault: refused })
})

test('an answer is never shown for anything else', () => {
  expect(faulted(answered('a', 'first'), 'b', gone)).toEqual({ about: 'b', answer: null, fault: gone })
  expect(faulted(unasked, 'a', gone)).toEqual({ about: 'a', answer: null, fault: gone })
})
