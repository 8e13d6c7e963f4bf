import { expect, test } from 'vitest'
import { variantOf } from './variants.ts'

test('every recruitment address has its headline, an unknown product the plain one', () => {
  expect(variantOf('/join-mua')?.headline).toBe('Every shade in your case. A full diary to match.')
  expect(variantOf('/join-brows')?.headline).toBe('Brows artists, set your own price')
  expect(variantOf('/join-spaceships')?.headline).toBe(variantOf('/join')?.headline)
  expect(variantOf('/hairdressers/join-us-6')).toBeNull()
})

test('the studio page tells the studio story', () => {
  expect(variantOf('/hairdressers/join-us-studio')?.place).toBe('studio')
  expect(variantOf('/hairdressers/join-us-mobile')?.place).toBe('mobile')
})
