import { type FreeOf, freeOfTags, type LookTag, lookTags } from '#contract/looks/vocabulary.ts'

/** Parses the look of a form; ignores unknown tags. */
export function readLook(form: FormData | URLSearchParams): { tags: LookTag[]; freeOf: FreeOf[] } {
  const [tags, freeOf] = [new Set(form.getAll('tag')), new Set(form.getAll('freeOf'))]
  return { tags: lookTags.filter((tag) => tags.has(tag)), freeOf: freeOfTags.filter((one) => freeOf.has(one)) }
}

/** Parses the initial look of a form; undefined if there is none. */
export function readLookToBegin(form: FormData): { tags: LookTag[]; work?: number } | undefined {
  const { tags } = readLook(form)
  const work = /^[1-9]\d{0,14}$/.exec(String(form.get('work') ?? ''))?.[0]
  return tags.length || work ? { tags, ...(work ? { work: Number(work) } : {}) } : undefined
}
