import { expect, test } from 'vitest'
import { applyTextReview } from './service-texts.ts'

const glam = { title: 'Soft glam', words: 'Dewy skin.' }
const none = { asked_title: null, asked_words: null, sent_back: null }
const waits = { asked_title: 'Full glam', asked_words: '' }

test('a new text is published at once, or waits while the old text stays', () => {
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

test('an unchanged text is not reviewed again, whether waiting, rejected or approved', () => {
  expect(applyTextReview({ ...glam, ...none }, glam, true)).toBeNull()
  const asked = { title: 'Full glam', words: '' }
  for (const sent_back of [null, 'Enter a description.'])
    for (const look of [true, false]) expect(applyTextReview({ ...glam, ...waits, sent_back }, asked, look)).toBeNull()
})

test('going back to the published text cancels the review', () => {
  expect(applyTextReview({ ...glam, ...waits, sent_back: 'Enter a description.' }, glam, true)).toEqual({
    ...glam,
    ...none,
  })
})
