import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Instant, patternSchema } from '#contract/values.ts'

const signedIn = ['not_signed_in', 'session_ended', 'not_yours'] as const

export const SAVE_CARD_WORDS =
  'I allow Primp to save this card with its payment provider, and to charge it only for amounts that I agree to for a booking, after telling me by email. I can replace or remove the card at any time.'

/** Returns the consent text for an automatic balance, stored with the booking. */
export const formatBalanceMandate = (balance: string, at: 'before' | 'after'): string =>
  `I allow Primp to charge the balance of ${balance} to my saved card 48 hours ${at === 'before' ? 'before the artist starts' : 'after the appointment has ended'}. Primp emails me the day before. Nothing is charged if I cancel, or if the artist reports that nobody was there. What I have paid by then is refunded or kept under the cancellation policy.`

/** Test cards that can be saved: one succeeds later, one is declined, one always needs authentication. */
export const savedTestCards = {
  success: '4242424242424242',
  declined: '4000000000000341',
  proof: '4000002760003184',
} as const

export const SavedCard = z.object({
  id: z.uuid(),
  countryCode: CountryCode,
  state: z.enum(['open', 'saved', 'removed']),
  brand: z.string(),
  lastFour: z.string(),
  expires: z.string(),
  consentWords: z.string(),
  consentAt: Instant,
  test: z.boolean(),
})
export type SavedCard = z.infer<typeof SavedCard>

const CardSetup = z.object({
  id: z.uuid(),
  gateway: z.enum(['test', 'stripe']),
  clientSecret: z.string(),
  publishableKey: z.string().nullable(),
})

const ofCard = z.object({ cardId: z.uuid() })

export const cards = {
  mine: defineEndpoint({
    method: 'GET',
    path: '/v1/cards',
    access: 'member',
    summary: "Lists the caller's saved cards by market, with their agreements.",
    input: z.object({}),
    output: z.object({ cards: z.array(SavedCard) }),
    refuses: signedIn,
  }),
  save: defineEndpoint({
    method: 'POST',
    path: '/v1/cards',
    access: 'member',
    notActing: true,
    stepUp: true,
    key: true,
    summary: "Starts saving a card with its owner's agreement. It replaces the saved card of that market.",
    input: z.object({ countryCode: CountryCode, agreed: z.literal(true) }),
    output: z.object({ setup: CardSetup }),
    refuses: [...signedIn, 'idempotency_key_missing', 'not_allowed_acting', 'payment_unreachable'],
    limit: 10,
  }),
  saved: defineEndpoint({
    method: 'POST',
    path: '/v1/cards/{cardId}/saved',
    access: 'member',
    notActing: true,
    key: true,
    summary: "Checks at the payment provider whether a card has been saved. The browser's answer is not trusted.",
    input: ofCard,
    output: z.object({ card: SavedCard }),
    refuses: [...signedIn, 'idempotency_key_missing', 'not_found', 'not_allowed_acting', 'payment_unreachable'],
    limit: 30,
  }),
  remove: defineEndpoint({
    method: 'POST',
    path: '/v1/cards/{cardId}/remove',
    access: 'member',
    notActing: true,
    key: true,
    summary: 'Removes a saved card, also at the payment provider. It is never charged again.',
    input: ofCard,
    output: z.object({ card: SavedCard }),
    refuses: [...signedIn, 'idempotency_key_missing', 'not_found', 'not_allowed_acting'],
  }),
  confirmTestSetup: defineEndpoint({
    method: 'POST',
    path: '/v1/test-bank/setups/{clientSecret}/confirm',
    access: 'public',
    key: true,
    summary: 'Saves a test card with the embedded test bank.',
    input: z.object({
      clientSecret: patternSchema(120, /^[A-Za-z0-9_]{20,120}$/),
      number: z.string().max(40),
      expiry: z.string().max(12),
      code: z.string().max(8),
    }),
    output: z.object({ next: z.literal('wait') }),
    refuses: [
      'idempotency_key_missing',
      'not_found',
      'state_changed',
      'card_number',
      'card_expiry',
      'card_code',
      'rate_limited',
    ],
    limit: 60,
  }),
}
