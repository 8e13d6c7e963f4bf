import { z } from 'zod'
import { Currency, Instant } from '#contract/values.ts'

/** An amount of one currency, in its major unit. */
export const CurrencySum = z.object({ amount: z.number(), currency: Currency })
export type CurrencySum = z.infer<typeof CurrencySum>

/** A conversation as operators see that it is there: with whom, how long and since when; its words only where it was reported. */
const HubConversation = z.object({
  id: z.uuid(),
  /** The artist where somebody's own page asks, the customer where an artist's does. */
  withId: z.uuid(),
  withName: z.string(),
  messages: z.number().int(),
  lastAt: Instant,
  reportId: z.uuid().nullable(),
})

/** Narrows a list to what is somebody's: a person's or an artist's. */
export const StorySubject = z.object({ accountId: z.uuid().optional(), providerId: z.uuid().optional() })
export type StorySubject = z.infer<typeof StorySubject>

/** What a person or an artist has on the site, counted, each to be looked at by itself. */
export const Hub = z.object({
  /** What was taken of them, or for them, less what was given back. */
  money: z.array(CurrencySum),
  bookings: z.number().int(),
  /** Of these, those whose day is not over. */
  ahead: z.number().int(),
  payments: z.number().int(),
  payouts: z.number().int(),
  reviews: z.number().int(),
  reports: z.number().int(),
  conversations: z.object({ count: z.number().int(), latest: z.array(HubConversation) }),
})
export type Hub = z.infer<typeof Hub>
