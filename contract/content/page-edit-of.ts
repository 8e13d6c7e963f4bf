import { z } from 'zod'

export const PageEditOf = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  bannerTitle: z.string().nullable(),
  bannerText: z.string().nullable(),
  picture: z.object({ src: z.string(), alt: z.string() }).nullable(),
  faqs: z
    .array(
      z.object({ id: z.string(), question: z.string().nullable(), answer: z.string().nullable(), hidden: z.boolean() }),
    )
    .nullable(),
  body: z.string().nullable(),
})
