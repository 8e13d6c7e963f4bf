import { z } from 'zod'
import { SeoPage } from '#contract/content/content.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { fieldLengths as most, getPageKind } from '#contract/content/page-edit.ts'
import { PageEditOf } from '#contract/content/page-edit-of.ts'
import { FileUrl } from '#contract/pictures/uploads.ts'
import { TextPage } from '#contract/content/texts.ts'
import { Instant, Int4Param, patternSchema, Reason, trimmedTextSchema } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const
const changing = [...operators, 'not_found', 'state_changed', 'not_allowed_acting', 'page_text_invalid'] as const

const PagePath = z
  .string()
  .max(160)
  .refine((path) => getPageKind(path) !== null, 'The text of this page cannot be edited.')
const optionalTextSchema = (letters: number) =>
  z
    .string()
    .trim()
    .max(letters)
    .nullable()
    .transform((text) => text || null)
    .default(null)

const FaqFields = z.object({
  id: patternSchema(40, /^[A-Za-z0-9-]{1,40}$/),
  question: optionalTextSchema(most.question),
  answer: optionalTextSchema(most.answer),
  hidden: z.boolean().default(false),
})
const Fields = z.object({
  title: optionalTextSchema(most.title),
  description: optionalTextSchema(most.description),
  bannerTitle: optionalTextSchema(most.bannerTitle),
  bannerText: optionalTextSchema(most.bannerText),
  picture: z
    .object({ src: FileUrl, alt: z.string().trim().min(1, 'Describe the picture.').max(most.alt) })
    .nullable()
    .default(null),
  faqs: z.array(FaqFields).max(most.faqs).nullable().default(null),
  body: optionalTextSchema(most.body),
})

export const Draft = z.object({ mark: z.uuid(), fields: PageEditOf, author: z.string().nullable(), writtenAt: Instant })
export type Draft = z.infer<typeof Draft>
export const PageVersion = z.object({
  id: z.string(),
  number: z.number().int().nullable(),
  state: z.enum(['aside', 'published', 'past']),
  fields: PageEditOf,
  author: z.string().nullable(),
  writtenAt: Instant,
  publisher: z.string().nullable(),
  publishedAt: Instant.nullable(),
  reason: z.string(),
  changed: z.array(z.string()),
})
export type PageVersion = z.infer<typeof PageVersion>
/** A page in the editor. `made` is null if the default text is generated. */
export const EditedPage = z.object({
  path: z.string(),
  kind: z.enum(['place', 'landing', 'content']),
  made: z
    .object({
      title: z.string(),
      description: z.string(),
      bannerTitle: z.string().nullable(),
      bannerText: z.string().nullable(),
      faqs: z.array(z.object({ _id: z.string(), question: z.string(), answer: z.string() })),
      body: z.string().nullable(),
    })
    .nullable(),
  number: z.number().int(),
  standing: PageEditOf,
  draft: Draft.nullable(),
  versions: z.array(PageVersion),
  slots: z.array(z.string()),
})
export type EditedPage = z.infer<typeof EditedPage>
const Listed = z.object({
  path: z.string(),
  kind: z.enum(['place', 'landing', 'content']),
  title: z.string().nullable(),
  number: z.number().int().nullable(),
  made: z.boolean(),
  publishedAt: Instant.nullable(),
  publisher: z.string().nullable(),
  draft: z.object({ writtenAt: Instant, author: z.string().nullable() }).nullable(),
})
export type ListedPage = z.infer<typeof Listed>

/** The last published version that the caller has seen, to detect concurrent edits. */
const seen = Int4Param

export const operatorPages = {
  preview: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/page/preview',
    access: 'operator',
    duties: ['content'],
    summary: 'Previews a page with this text. Place pages and text pages are returned whole, others as text only.',
    input: z.object({ path: PagePath, fields: Fields }),
    output: z.object({ place: SeoPage.nullable(), text: TextPage.nullable() }),
    refuses: [...operators, 'not_found', 'page_text_invalid'],
  }),
  indexed: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/pages/indexed',
    access: 'operator',
    duties: ['content'],
    summary: 'Counts the pages that search engines may index, and the places and occasions that they may not.',
    input: z.object({}),
    output: z.object({
      indexed: z.object({
        total: z.number().int(),
        artists: z.number().int(),
        places: z.number().int(),
        occasions: z.number().int(),
        pages: z.number().int(),
      }),
      notIndexed: z.object({ places: z.number().int(), occasions: z.number().int() }),
    }),
    refuses: operators,
  }),
  help: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/pages/help',
    access: 'operator',
    duties: ['content'],
    summary: 'Lists help page answers by helpfulness, the least helpful first.',
    input: z.object({}),
    output: z.object({
      topics: z.array(
        z.object({ topic: z.string(), question: z.string(), useful: z.number().int(), useless: z.number().int() }),
      ),
    }),
    refuses: operators,
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/pages',
    access: 'operator',
    duties: ['content'],
    summary: "Lists pages with an operator's text or a draft, most recent first, and the content pages.",
    input: z.object({ text: z.string().trim().max(100).optional() }),
    output: z.object({ pages: z.array(Listed) }),
    refuses: operators,
  }),
  find: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/pages/find',
    access: 'operator',
    duties: ['content'],
    summary: 'Searches place pages by the name of the place.',
    input: z.object({ text: trimmedTextSchema(2, 80) }),
    output: z.object({ places: z.array(z.object({ label: z.string(), path: z.string(), category: z.string() })) }),
    refuses: operators,
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/page',
    access: 'operator',
    duties: ['content'],
    summary: 'Returns a page with its default text, current text, draft and versions.',
    input: z.object({ path: PagePath }),
    output: EditedPage,
    refuses: [...operators, 'not_found'],
  }),
  saveDraft: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/page/draft',
    access: 'operator',
    duties: ['content'],
    summary:
      'Saves a draft. `mark` identifies the draft it is based on, null if none. If there is a newer draft, the call is refused and returns it as `detail`. `aside` stores the previous draft as a version.',
    input: z.object({
      path: PagePath,
      fields: Fields,
      mark: z.uuid().nullable().default(null),
      aside: z.boolean().default(false),
    }),
    output: z.object({ draft: Draft }),
    refuses: changing,
    notActing: true,
  }),
  deleteDraft: defineEndpoint({
    method: 'DELETE',
    path: '/v1/operator/page/draft',
    access: 'operator',
    duties: ['content'],
    summary: 'Deletes the draft.',
    input: z.object({ path: PagePath, mark: z.uuid() }),
    output: z.object({ done: z.literal(true) }),
    refuses: changing,
    notActing: true,
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/page/publish',
    access: 'operator',
    duties: ['content'],
    summary: 'Publishes the draft as the next version of the page.',
    input: z.object({ path: PagePath, mark: z.uuid(), seen, reason: Reason }),
    output: z.object({ number: z.number().int() }),
    refuses: changing,
    notActing: true,
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/page/restore',
    access: 'operator',
    duties: ['content'],
    summary: 'Publishes an earlier version again as the next one. `number` 0 is the default page.',
    input: z.object({ path: PagePath, number: seen, seen, reason: Reason }),
    output: z.object({ number: z.number().int() }),
    refuses: changing,
    notActing: true,
  }),
  undo: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/page/undo',
    access: 'operator',
    duties: ['content'],
    summary: 'Reverts the last publication and restores the version before it.',
    input: z.object({ path: PagePath, seen }),
    output: z.object({ number: z.number().int() }),
    refuses: changing,
    notActing: true,
  }),
}
