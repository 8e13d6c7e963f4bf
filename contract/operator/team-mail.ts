import { z } from 'zod'

export const TeamMail = z.object({
  to: z.enum(['customer', 'provider']),
  name: z.string(),
  address: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type TeamMail = z.infer<typeof TeamMail>
