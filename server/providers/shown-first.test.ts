import { expect, test } from 'vitest'
import { chooseCover } from './picture.ts'

const drawing = (id: number) => ({ id, file: null })
const photo = (id: number) => ({ id, file: `/pictures/albums/${id}` })

test('a photograph is shown before any drawing, and the chosen picture before others of its kind', () => {
  expect(chooseCover([drawing(1), photo(2), photo(3)], 1)?.id).toBe(2)
  expect(chooseCover([drawing(1), photo(2), photo(3)], 3)?.id).toBe(3)
  expect(chooseCover([drawing(1), drawing(2)], 2)?.id).toBe(2)
  expect(chooseCover([drawing(1), drawing(2)], null)?.id).toBe(1)
  expect(chooseCover([], 1)).toBeNull()
})
