import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { Country } from '#contract/words.ts'
import { formatTags } from './tags-text.ts'

/** Tags as a line of text. */
export const TagsLine = ({ tags, country }: { tags: readonly LookTag[]; country: Country }) => formatTags(tags, country)
