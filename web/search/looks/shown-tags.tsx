import { createOptionalPart } from '#web/platform/optional.tsx'

/** What a picture or a review says in tags; their words come with the first of them, not with the page. */
export const ShownTags = createOptionalPart(
  async () => (await import('./tags-line.tsx')).TagsLine,
  () => null,
)
