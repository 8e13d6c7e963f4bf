import { expect, test } from 'vitest'
import { ApiError } from '#web/platform/api/api.ts'
import { setAnswer, setFault, unasked } from './use-answer.ts'

const gone = new ApiError(0, {})

test('a known answer stays when a request fails, until one succeeds', () => {
  const known = setAnswer('a', 'first')
  expect(setFault(known, 'a', gone)).toEqual({ about: 'a', answer: 'first', fault: gone })
  expect(setAnswer('a', 'second')).toEqual({ about: 'a', answer: 'second', fault: null })
})

test('a refusal replaces the known answer', () => {
  const refused = new ApiError(404, { code: 'not_found' })
  expect(setFault(setAnswer('a', 'first'), 'a', refused)).toEqual({ about: 'a', answer: null, fault: refused })
})

test('an answer is never shown for other input', () => {
  expect(setFault(setAnswer('a', 'first'), 'b', gone)).toEqual({ about: 'b', answer: null, fault: gone })
  expect(setFault(unasked, 'a', gone)).toEqual({ about: 'a', answer: null, fault: gone })
})
