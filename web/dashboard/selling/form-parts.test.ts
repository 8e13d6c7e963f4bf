import { expect, test } from 'vitest'
import { toTextDraft, validateTextDraft } from './form-parts.tsx'

test('a form starts from the text waiting for review, or else from the published one', () => {
  const [shown, asked] = [
    { title: 'Soft glam', words: 'Dewy.' },
    { title: 'Full glam', words: '' },
  ]
  expect(toTextDraft({ shown, asked, sentBack: null })).toEqual(asked)
  expect(toTextDraft({ shown, asked: null, sentBack: null })).toEqual(shown)
  expect(toTextDraft({ shown: null, asked: null, sentBack: null })).toEqual({ title: '', words: '' })
})

test('text without a title, a short title, and contact details are marked at their fields', () => {
  const wrong = (title: string, words = '') => Object.keys(validateTextDraft({ title, words }, 'items.0'))
  expect(wrong('')).toEqual([])
  expect(wrong('Soft glam', 'Dewy.')).toEqual([])
  expect(wrong('', 'Dewy.')).toEqual(['items.0.title'])
  expect(wrong('Ab')).toEqual(['items.0.title'])
  expect(wrong('Call 07700 900123', 'www.mia.example')).toEqual(['items.0.title', 'items.0.words'])
})
