import { type LookTag, lookTags, tagLabel } from '#contract/looks/vocabulary.ts'
import { type Country, inSentence, spell } from '#contract/words.ts'

/** Tags in a line: Coily hair, long hair, deep skin. */
export const tagsText = (tags: readonly LookTag[], country: Country): string =>
  spell(
    lookTags
      .filter((tag) => tags.includes(tag))
      .map((tag, nth) => (nth ? inSentence(tagLabel(tag)) : tagLabel(tag)))
      .join(', '),
    country,
  )
