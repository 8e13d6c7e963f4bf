export type FaqEdit = { id: string; question: string | null; answer: string | null; hidden: boolean }

/** An operator's edits of a page; null keeps the default. */
export type PageFields = {
  title: string | null
  description: string | null
  bannerTitle: string | null
  bannerText: string | null
  picture: { src: string; alt: string } | null
  faqs: FaqEdit[] | null
  body: string | null
}

export const noFields: PageFields = {
  title: null,
  description: null,
  bannerTitle: null,
  bannerText: null,
  picture: null,
  faqs: null,
  body: null,
}

export const fieldLengths = {
  title: 70,
  description: 200,
  bannerTitle: 80,
  bannerText: 240,
  alt: 160,
  question: 160,
  answer: 1200,
  body: 60_000,
  faqs: 40,
} as const

/** Static pages with editable text, besides content and place pages. */
export const landings = ['/', '/halloween', '/happy-place', '/lessons', '/join'] as const

export type PageKind = 'place' | 'landing' | 'content'

/** Returns the kind of page at an address, or null if its text cannot be edited. */
export function getPageKind(path: string): PageKind | null {
  if ((landings as readonly string[]).includes(path)) return 'landing'
  if (/^\/content\/[a-z0-9-]+$/.test(path)) return 'content'
  return /^\/(au|ca|gb|us)\/[a-z0-9-]+\/[a-z0-9-]+(\/[a-z0-9-]+)?$/.test(path) ? 'place' : null
}

export const fieldsOfKind = {
  place: ['title', 'description', 'bannerTitle', 'bannerText', 'picture', 'faqs'],
  landing: ['title', 'description', 'bannerTitle', 'bannerText', 'picture', 'faqs'],
  content: ['title', 'description', 'body'],
} as const satisfies Record<PageKind, readonly (keyof PageFields)[]>

export function filterPageFields(path: string, fields: PageFields): PageFields {
  const kind = getPageKind(path)
  const names: readonly (keyof PageFields)[] = kind ? fieldsOfKind[kind] : []
  return { ...noFields, ...Object.fromEntries(names.map((name) => [name, fields[name]])) }
}

export type DefaultFaq = { _id: string; question: string; answer: string }

/**
 * Merges the default questions of a page with an operator's edits: unchanged, changed, hidden and added questions, in
 * the operator's order. New default questions come last.
 */
export function mergeFaqs(made: readonly DefaultFaq[], edit: readonly FaqEdit[] | null | undefined): DefaultFaq[] {
  if (!edit) return [...made]
  const known = new Map(made.map((faq) => [faq._id, faq]))
  const chosen = edit
    .filter(({ hidden }) => !hidden)
    .flatMap(({ id, question, answer }) => {
      const own = { _id: id, question: question ?? known.get(id)?.question, answer: answer ?? known.get(id)?.answer }
      // A question about a figure that is not known is omitted, whether it was edited or not.
      return own.question && own.answer ? [own as DefaultFaq] : []
    })
  const named = new Set(edit.map(({ id }) => id))
  return [...chosen, ...made.filter(({ _id }) => !named.has(_id))]
}
