import { expect, test } from 'vitest'
import { ApiError } from './api/api.ts'
import { answered, askedAgain, faulted, unasked } from './use-answer.ts'

const gone = new ApiError(0, {})

test('what is asked for anew stays until there is another answer, and where nobody answers', () => {
  const known = answered('a', 'first')
  expect(askedAgain(known)).toEqual(known)
  expect(faulted(known, 'a', gone)).toEqual({ about: 'a', answer: 'first', fault: gone })
  // Asked once more, the fault is no longer said.
  expect(askedAgain(faulted(known, 'a', gone))).toEqual(known)
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
