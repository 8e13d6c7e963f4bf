import { expect, test } from 'vitest'
import { toTextDraft, validateTextDraft } from './form-parts.tsx'

test('a form starts from what was asked last, before what customers read', () => {
  const [shown, asked] = [
    { title: 'Soft glam', words: 'Dewy.' },
    { title: 'Full glam', words: '' },
  ]
  expect(toTextDraft({ shown, asked, sentBack: null })).toEqual(asked)
  expect(toTextDraft({ shown, asked: null, sentBack: null })).toEqual(shown)
  expect(toTextDraft({ shown: null, asked: null, sentBack: null })).toEqual({ title: '', words: '' })
})

test('words without a title, a title too short, and contact details are marked where they stand', () => {
  const wrong = (title: string, words = '') => Object.keys(validateTextDraft({ title, words }, 'items.0'))
  expect(wrong('')).toEqual([])
  expect(wrong('Soft glam', 'Dewy.')).toEqual([])
  expect(wrong('', 'Dewy.')).toEqual(['items.0.title'])
  expect(wrong('Ab')).toEqual(['items.0.title'])
  expect(wrong('Call 07700 900123', 'www.mia.example')).toEqual(['items.0.title', 'items.0.words'])
})
