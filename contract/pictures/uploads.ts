import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { patternSchema } from '#contract/values.ts'

/** A picture as a data URI: png, jpeg or heic in base64. The type is validated by content, not by this header. */
export const DataUri = z
  .string()
  .max(9_000_000, { abort: true })
  .regex(/^data:(?:[a-z]{1,40}\/[a-z0-9.+-]{1,100})?;base64,/i, 'Send the picture as a data address in base64.')

export const FileUrl = patternSchema(
  200,
  /^\/pictures\/[a-z0-9-]{1,40}\/[A-Za-z0-9_-]{22}\/(320|640|1200|2000)\.(webp|avif|jpg)(\?th=[A-Za-z0-9_-]{0,60})?$/,
  'We cannot find this picture. Upload it again.',
)

/** The visible square: left and top as fractions of width and height, side as a fraction of the shorter one. */
export const Crop = z.object({
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  size: z.number().min(0.05).max(1),
})
export type Crop = z.infer<typeof Crop>

export const uploads = {
  send: defineEndpoint({
    method: 'POST',
    path: '/v1/uploads',
    access: 'public',
    summary:
      'Stores a picture of at most 4.1 MB, re-encoded in several widths without its metadata. Requires a session, or the key of a review link or guest link.',
    input: z.object({
      /** The folder prefix of the file; the rest of the name is random. */
      fileName: patternSchema(40, /^[a-z0-9-]{1,40}$/, 'fileName is not valid').default('uploads'),
      dataUri: DataUri,
      convertToWebp: z.boolean().default(true),
      /** The key of a review or guest link, for writers who are not signed in. */
      reviewKey: z.string().max(600).optional(),
    }),
    output: z.object({ fileUrl: z.string() }),
    refuses: ['not_signed_in', 'session_ended', 'file_too_big', 'file_type', 'file_unreadable', 'rate_limited'],
    limit: 60,
    bodyBytes: 8_500_000,
  }),
}
