import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { maxReviewExportBytes } from '#contract/reviews/review-words.ts'
import { CountryCode, Currency, Instant, hasCharacters } from '#contract/values.ts'

export const TAKEN_KEYS_PATH = '/.well-known/primp-reviews-keys.json'

const TakenReview = z.strictObject({
  id: z.string().min(1).max(40),
  author: z.string().max(200),
  event: z.string().max(300),
  score: z.number().int().min(1).max(5),
  comments: z.string().max(4000),
  at: Instant,
  reply: z.string().max(4000).nullable(),
  /** Whether a party guest wrote it, their role, and the weight in hundredths of a booking. */
  guest: z.boolean(),
  role: z.string().max(40),
  weight: z.number().int().min(1).max(100),
})

const TakenArtist = z.strictObject({
  slug: z.string().max(120),
  name: z.string().max(200),
  bio: z.string().max(10_000),
  countryCode: CountryCode,
  area: z.string().max(200),
  languages: z.array(z.string().max(60)).max(60),
  services: z
    .array(
      z.strictObject({
        label: z.string().max(200),
        /** Catalogue slug, and the artist's own title; older files have neither. */
        slug: z.string().min(1).max(60).optional(),
        title: z.string().max(200).optional(),
        words: z.string().max(2000),
        minutes: z.number(),
        price: z.number(),
        currency: Currency,
      }),
    )
    .max(300),
  albums: z
    .array(
      z.strictObject({
        title: z.string().max(200),
        pictures: z.array(z.url().max(500)).max(500),
        /** Descriptions of the pictures in the same order; undefined in older files. */
        shows: z.array(z.string().max(400)).max(500).optional(),
      }),
    )
    .max(200),
  /**
   * The file's owner: a salt and the scrypt hash of the owner's mail address. The owner can prove the address; others
   * cannot read it.
   */
  holder: z.strictObject({ salt: z.base64url().min(20).max(60), proof: z.base64url().min(40).max(60) }),
})

export const ReviewExport = z.strictObject({
  format: z.literal('primp-reviews-1'),
  issuer: z.url().max(300),
  checkedAt: z.url().max(400),
  issuedAt: Instant,
  artist: TakenArtist,
  score: z.strictObject({ average: z.number().nullable(), reviews: z.number().int() }),
  reviews: z.array(TakenReview).max(10_000),
})
export type ReviewExport = z.infer<typeof ReviewExport>

/** The export with the site's signature: a detached JWS (RFC 7515, RFC 7797) over its canonical JSON (RFC 8785). */
export const SignedTaken = z.strictObject({
  statement: ReviewExport,
  signature: z
    .string()
    .min(40, { abort: true })
    .refine(hasCharacters(40))
    .max(1000, { abort: true })
    .regex(/^[\w-]+\.\.[\w-]+$/),
})
export type SignedTaken = z.infer<typeof SignedTaken>

/** Returns canonical JSON as RFC 8785 defines: sorted members, no whitespace. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, of]) => of !== undefined)
    // Sorts by UTF-16 code units, not by locale.
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, of]) => `${JSON.stringify(name)}:${toCanonicalJson(of)}`).join(',')}}`
}

export const reviewExport = {
  create: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/signed-reviews',
    access: 'provider',
    notActing: true,
    summary: "Exports the caller's public profile and reviews as a file signed by the site.",
    input: z.object({}),
    output: SignedTaken,
    refuses: ['not_found', 'not_live', 'not_allowed_acting', 'rate_limited'],
    limit: 20,
  }),
  check: defineEndpoint({
    method: 'POST',
    path: '/v1/signed-reviews/check',
    access: 'public',
    summary: 'Verifies that this site signed such a file, and returns its content.',
    input: z.object({ file: z.unknown() }),
    output: z.object({
      /**
       * The file has a valid signature of this site, an invalid or outdated signature, is of another site, or is no
       * such file.
       */
      outcome: z.enum(['ours', 'changed', 'elsewhere', 'unreadable']),
      taken: z
        .object({
          issuer: z.string(),
          issuedAt: Instant,
          name: z.string(),
          slug: z.string(),
          average: z.number().nullable(),
          reviews: z.number().int(),
        })
        .nullable(),
    }),
    refuses: ['rate_limited'],
    limit: 30,
    bodyBytes: maxReviewExportBytes,
  }),
}
