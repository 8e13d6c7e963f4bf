import { z } from 'zod'
import { Currency, Instant } from '#contract/values.ts'

export const CurrencySum = z.object({ amount: z.number(), currency: Currency })
export type CurrencySum = z.infer<typeof CurrencySum>

/**
 * A conversation without its text: participants, length and start. Operators read messages only if they were reported.
 */
const HubConversation = z.object({
  id: z.uuid(),
  withId: z.uuid(),
  withName: z.string(),
  messages: z.number().int(),
  lastAt: Instant,
  reportId: z.uuid().nullable(),
})

export const StorySubject = z.object({ accountId: z.uuid().optional(), providerId: z.uuid().optional() })
export type StorySubject = z.infer<typeof StorySubject>

export const Hub = z.object({
  money: z.array(CurrencySum),
  bookings: z.number().int(),
  ahead: z.number().int(),
  payments: z.number().int(),
  payouts: z.number().int(),
  reviews: z.number().int(),
  reports: z.number().int(),
  conversations: z.object({ count: z.number().int(), latest: z.array(HubConversation) }),
})
export type Hub = z.infer<typeof Hub>
