import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { Country } from '#contract/words.ts'
import { formatTags } from './tags-text.ts'

export const TagsLine = ({ tags, country }: { tags: readonly LookTag[]; country: Country }) => formatTags(tags, country)
