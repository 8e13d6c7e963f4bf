import { type FreeOf, freeOfTags, type LookTag, lookTags } from '#contract/looks/vocabulary.ts'

/** The look that a form sends; what is no tag is left out. */
export function readLook(form: FormData | URLSearchParams): { tags: LookTag[]; freeOf: FreeOf[] } {
  const [tags, freeOf] = [new Set(form.getAll('tag')), new Set(form.getAll('freeOf'))]
  return { tags: lookTags.filter((tag) => tags.has(tag)), freeOf: freeOfTags.filter((one) => freeOf.has(one)) }
}

/** The look that a search begins with, as the form of one sends it along; undefined where there is none. */
export function readLookToBegin(form: FormData): { tags: LookTag[]; work?: number } | undefined {
  const { tags } = readLook(form)
  const work = /^[1-9]\d{0,14}$/.exec(String(form.get('work') ?? ''))?.[0]
  return tags.length || work ? { tags, ...(work ? { work: Number(work) } : {}) } : undefined
}
