import { expect, test } from 'vitest'
import { commonTags, tagsText } from './tags-text.ts'

test('tags are one line in the spelling of the country', () => {
  expect(tagsText(['hair-coily', 'colour-grey', 'skin-deep'], 'GB')).toBe('Coily hair, grey or white hair, deep skin')
  expect(tagsText(['colour-grey'], 'US')).toBe('Gray or white hair')
  expect(tagsText([], 'GB')).toBe('')
})

test('an album has the tags that more than half of its pictures carry, most common first', () => {
  const pictures = [
    { tags: ['hair-coily', 'skin-deep'] as const },
    { tags: ['skin-deep', 'for-wedding'] as const },
    { tags: ['hair-coily', 'skin-deep'] as const },
  ]
  expect(commonTags(pictures)).toEqual(['skin-deep', 'hair-coily'])
  expect(commonTags([])).toEqual([])
})
