import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { maxReviewExportBytes } from '#contract/reviews/review-words.ts'
import { Currency, Instant } from '#contract/values.ts'

/** One part of a profile from another site, and what an import does or would do with it. */
const ImportLine = z.object({
  part: z.enum(['bio', 'languages', 'service', 'text', 'reviews', 'albums']),
  /** `changed`: a service of the price list without a price gets one. */
  outcome: z.enum(['added', 'changed', 'skipped']),
  /** The service or the languages; empty for other parts. */
  name: z.string(),
  /** The artist's own title of a service; empty for other parts. */
  title: z.string(),
  /** The number of reviews or albums; 1 for other parts. */
  count: z.number().int(),
  /** Why the part is skipped, or a note about it; empty if there is none. */
  why: z.string(),
  terms: z.object({ price: z.number(), earned: z.number(), currency: Currency, minutes: z.number() }).nullable(),
})
export type ImportLine = z.infer<typeof ImportLine>

const ImportOutcome = z.object({
  /** Host of the site that signed the file. */
  site: z.string(),
  lines: z.array(ImportLine),
})

const common = {
  method: 'POST',
  access: 'provider',
  notActing: true,
  input: z.object({ file: z.unknown() }),
  bodyBytes: maxReviewExportBytes,
  limit: 10,
} as const
const refuses = [
  'not_found',
  'not_live',
  'suspended',
  'not_allowed_acting',
  'profile_file_unreadable',
  'profile_file_changed',
  'profile_file_own_site',
  'profile_file_not_yours',
  'profile_site_unknown',
  'profile_site_unavailable',
] as const

export const profileImport = {
  preview: defineEndpoint({
    ...common,
    path: '/v1/providers/me/profile-import/preview',
    tellsNobody: true,
    summary: "Previews the import of the caller's signed export from another site. Nothing is saved.",
    output: ImportOutcome.extend({ name: z.string(), issuedAt: Instant }),
    refuses,
  }),
  run: defineEndpoint({
    ...common,
    path: '/v1/providers/me/profile-import',
    key: true,
    summary:
      "Imports the caller's signed export from another site, without pictures: all parts or none. Importing it again adds nothing twice.",
    output: ImportOutcome,
    refuses,
  }),
}
