import { expect, test } from 'vitest'
import { createSafeStorage } from '#web/platform/storage.ts'
import { restoreDraft, saveDraft } from './checkout-draft.tsx'

const storage = () => createSafeStorage(() => undefined)
const form = () => [
  { name: 'address', type: 'text', value: '' },
  { name: 'notes', type: 'textarea', value: '' },
  { name: 'shareNumber', type: 'checkbox', value: 'on', checked: false },
  { name: '', type: 'submit', value: '' },
]

test('a reload keeps typed text and ticks, for the artist and search that they were typed for', () => {
  const kept = storage()
  const before = form()
  Object.assign(before[0] as object, { value: '12 Mare Street' })
  Object.assign(before[2] as object, { checked: true })
  saveDraft(kept, 's1 mia', before)
  const after = form()
  restoreDraft(kept, 's1 mia', after)
  expect(after).toEqual(before)
  const other = form()
  restoreDraft(kept, 's1 temi', other)
  expect(other).toEqual(form())
})

test.each(['', '{', '"text"', '[1]'])('a form opens as usual with an unreadable draft: %j', (stored) => {
  const kept = storage()
  kept.setItem('requesterDetails s1 mia', stored)
  const fields = form()
  restoreDraft(kept, 's1 mia', fields)
  expect(fields).toEqual(form())
})
