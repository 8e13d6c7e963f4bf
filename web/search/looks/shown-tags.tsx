import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { Country } from '#contract/words.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'

/** Tags of a picture or review, lazy-loaded. */
export const ShownTags = createOptionalPart(
  async () => {
    const { formatTags } = await import('#contract/looks/vocabulary.ts')
    return ({ tags, country }: { tags: readonly LookTag[]; country: Country }) => formatTags(tags, country)
  },
  () => null,
)
