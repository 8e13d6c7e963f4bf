import { createOptionalPart } from '#web/platform/optional.tsx'

/** Tags of a picture or review, lazy-loaded. */
export const ShownTags = createOptionalPart(
  async () => (await import('./tags-line.tsx')).TagsLine,
  () => null,
)
