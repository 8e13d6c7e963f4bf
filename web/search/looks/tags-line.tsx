import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { Country } from '#contract/words.ts'
import { formatTags } from './tags-text.ts'

/** Tags in a line, as words of a sentence. */
export const TagsLine = ({ tags, country }: { tags: readonly LookTag[]; country: Country }) => formatTags(tags, country)
