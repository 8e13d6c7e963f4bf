import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { patternSchema } from '#contract/values.ts'

/** A picture as a data address: png, jpeg or heic in base64. What it really is, its content says. */
export const DataUri = z
  .string()
  .max(9_000_000, { abort: true })
  .regex(/^data:(?:[a-z]{1,40}\/[a-z0-9.+-]{1,100})?;base64,/i, 'Send the picture as a data address in base64.')

/** Where a kept picture is found: folder, name, width. */
export const FileUrl = patternSchema(
  200,
  /^\/pictures\/[a-z0-9-]{1,40}\/[A-Za-z0-9_-]{22}\/(320|640|1200|2000)\.(webp|avif|jpg)(\?th=[A-Za-z0-9_-]{0,60})?$/,
  'That picture is not known.',
)

/** The square of a picture that is shown, in parts of its width and height: left, top, and the side in parts of the shorter one. */
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
      'Keeps a picture: re-encoded, without its metadata, in several widths; at most 4.1 MB. Signed in, or with the key of a review link or of a guest’s.',
    input: z.object({
      /** The folder prefix; the rest of the name is random. */
      fileName: patternSchema(40, /^[a-z0-9-]{1,40}$/, 'fileName is not valid').default('uploads'),
      dataUri: DataUri,
      convertToWebp: z.boolean().default(true),
      /** The key of a review link, or of a guest's, for who writes without signing in. */
      reviewKey: z.string().max(600).optional(),
    }),
    output: z.object({ fileUrl: z.string() }),
    refuses: ['not_signed_in', 'session_ended', 'file_too_big', 'file_type', 'file_unreadable', 'rate_limited'],
    limit: 60,
    bodyBytes: 8_500_000,
  }),
}
