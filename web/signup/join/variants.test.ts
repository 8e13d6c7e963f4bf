import { expect, test } from 'vitest'
import { getVariant } from './variants.ts'

test('every recruitment URL has its headline, an unknown product the plain one', () => {
  expect(getVariant('/join-mua')?.headline).toBe('Every shade in your case. A full diary to match.')
  expect(getVariant('/join-brows')?.headline).toBe('Brow artists, set your own price')
  expect(getVariant('/join-spaceships')?.headline).toBe(getVariant('/join')?.headline)
  expect(getVariant('/hairdressers/join-us-6')).toBeNull()
})

test('the studio page tells the studio story', () => {
  expect(getVariant('/hairdressers/join-us-studio')?.place).toBe('studio')
  expect(getVariant('/hairdressers/join-us-mobile')?.place).toBe('mobile')
})
