import { type LookTag, lookTags, formatTag } from '#contract/looks/vocabulary.ts'
import { type Country, lowercaseFirst } from '#contract/words.ts'

/** Returns tags as text: Coily hair, long hair, deep skin. */
export const formatTags = (tags: readonly LookTag[], country: Country): string =>
  lookTags
    .filter((tag) => tags.includes(tag))
    .map((tag, nth) => (nth ? lowercaseFirst(formatTag(tag, country)) : formatTag(tag, country)))
    .join(', ')

/** Returns the most common tags of these pictures, at most six. */
export function listCommonTags(pictures: readonly { tags: readonly LookTag[] }[]): LookTag[] {
  const counts = new Map<LookTag, number>()
  for (const tag of pictures.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .filter(([, n]) => n * 2 > pictures.length)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([tag]) => tag)
}
