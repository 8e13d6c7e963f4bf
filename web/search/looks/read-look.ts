import { type FreeOf, freeOfTags, type LookTag, lookTags } from '#contract/looks/vocabulary.ts'

/** The look that a form sends; what is no tag is left out. */
export function readLook(form: FormData | URLSearchParams): { tags: LookTag[]; freeOf: FreeOf[] } {
  const [tags, freeOf] = [new Set(form.getAll('tag')), new Set(form.getAll('freeOf'))]
  return { tags: lookTags.filter((tag) => tags.has(tag)), freeOf: freeOfTags.filter((one) => freeOf.has(one)) }
}
