import { expect, test } from 'vitest'
import { applyTextReview } from './service-texts.ts'

const glam = { title: 'Soft glam', words: 'Dewy skin.' }
const none = { asked_title: null, asked_words: null, sent_back: null }
const waits = { asked_title: 'Full glam', asked_words: '' }

test('new words stand at once, or wait while those before them stand', () => {
  expect(applyTextReview(undefined, glam, false)).toEqual({ ...glam, ...none })
  expect(applyTextReview(undefined, glam, true)).toEqual({
    title: null,
    words: '',
    sent_back: null,
    asked_title: glam.title,
    asked_words: glam.words,
  })
  expect(applyTextReview({ ...glam, ...none }, { title: 'Full glam', words: '' }, true)).toEqual({
    ...glam,
    ...waits,
    sent_back: null,
  })
})

test('what has not changed is not asked again, waiting, sent back or read', () => {
  expect(applyTextReview({ ...glam, ...none }, glam, true)).toBeNull()
  const asked = { title: 'Full glam', words: '' }
  for (const sent_back of [null, 'Say what it is.'])
    for (const look of [true, false]) expect(applyTextReview({ ...glam, ...waits, sent_back }, asked, look)).toBeNull()
})

test('who goes back to the words that stand asks for nothing any more', () => {
  expect(applyTextReview({ ...glam, ...waits, sent_back: 'Say what it is.' }, glam, true)).toEqual({ ...glam, ...none })
})
