import { expect, test } from 'vitest'
import { listCommonTags, formatTags } from './vocabulary.ts'

test("tags are one line in the country's spelling", () => {
  expect(formatTags(['hair-coily', 'colour-grey', 'skin-deep'], 'GB')).toBe('Coily hair, grey or white hair, deep skin')
  expect(formatTags(['colour-grey'], 'US')).toBe('Gray or white hair')
  expect(formatTags([], 'GB')).toBe('')
})

test('an album has the tags of more than half of its pictures, most common first', () => {
  const pictures = [
    { tags: ['hair-coily', 'skin-deep'] as const },
    { tags: ['skin-deep', 'for-wedding'] as const },
    { tags: ['hair-coily', 'skin-deep'] as const },
  ]
  expect(listCommonTags(pictures)).toEqual(['skin-deep', 'hair-coily'])
  expect(listCommonTags([])).toEqual([])
})
