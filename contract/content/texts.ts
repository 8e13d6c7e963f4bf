import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PageEditOf } from './page-edit-of.ts'
import { EventDate, patternSchema } from '#contract/values.ts'

const Inline = z.union([
  z.string(),
  z.object({ strong: z.string() }),
  z.object({ em: z.string() }),
  z.object({ link: z.string(), to: z.string() }),
])
export type Inline = z.infer<typeof Inline>
const Text = z.array(Inline)

export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('title'), text: z.string() }),
  z.object({ kind: z.enum(['heading', 'subheading']), text: z.string(), id: z.string() }),
  z.object({ kind: z.literal('paragraph'), text: Text }),
  z.object({ kind: z.literal('question'), question: z.string(), answer: Text, id: z.string() }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(Text) }),
  z.object({ kind: z.literal('table'), head: z.array(Text), rows: z.array(z.array(Text)) }),
  z.object({ kind: z.literal('picture'), src: z.string(), alt: z.string() }),
])
export type Block = z.infer<typeof Block>

export const TextPage = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  updated: EventDate,
  blocks: z.array(Block),
  version: z.object({ name: z.string(), past: z.boolean() }).nullable(),
})
export type TextPage = z.infer<typeof TextPage>

const Slug = patternSchema(60, /^[a-z0-9-]+$/)
const Version = patternSchema(6, /^\d+$/)

export const texts = {
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/content/{page}',
    access: 'public',
    summary: 'Returns a text page with its values filled in, as blocks without markup.',
    input: z.object({ page: Slug, version: Version.optional() }),
    output: z.object({ page: TextPage }),
    refuses: ['not_found'],
  }),
  versions: defineEndpoint({
    method: 'GET',
    path: '/v1/content/{page}/versions',
    access: 'public',
    summary: 'Lists the versions of a legal text, newest first.',
    input: z.object({ page: Slug }),
    output: z.object({
      title: z.string(),
      versions: z.array(z.object({ name: z.string(), from: EventDate, past: z.boolean() })),
    }),
    refuses: ['not_found'],
  }),
  words: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/words',
    access: 'public',
    summary: "Returns an operator's text for a landing page, which replaces the default text.",
    input: z.object({ path: z.string().max(160) }),
    output: z.object({ edit: PageEditOf.nullable() }),
    refuses: [],
  }),
  rateHelp: defineEndpoint({
    method: 'POST',
    path: '/v1/content/help/helped',
    access: 'public',
    summary: 'Counts whether an answer on the help page was helpful. Stores nothing about the visitor.',
    input: z.object({ topic: patternSchema(120, /^[a-z0-9-]+$/), useful: z.boolean() }),
    output: z.object({ counted: z.literal(true) }),
    refuses: ['not_found', 'rate_limited'],
    limit: 30,
  }),
}
