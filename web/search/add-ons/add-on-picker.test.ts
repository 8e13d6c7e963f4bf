import { expect, test } from 'vitest'
import { readChosenAddOns, getTickKey } from './add-on-picker.tsx'

test('ticked add-ons are read back as chosen, and nothing else', () => {
  const chosen = { id: '7d0f1a52-6f0a-4c1d-9a7e-0c9a3b1f2d44', serviceId: 'bridal-makeup', person: 12 }
  expect(readChosenAddOns([getTickKey(chosen)])).toEqual([chosen])
  expect(readChosenAddOns(['', 'on', 'a b c', 'a 0 makeup', 'a 2'])).toEqual([])
})
