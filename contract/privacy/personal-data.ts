import { z } from 'zod'
import { writtenTextSchema } from '#contract/appointments/appointment.ts'
import { LinkToken } from '#contract/accounts/accounts.ts'
import { Email } from '#contract/accounts/email.ts'
import { ClientRequestKind, clientRequestLimits } from '#contract/calendar/client-data.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Currency, EventDate, Instant, oneLineSchema, patternSchema } from '#contract/values.ts'

/** The minutes in which a mailed link can be opened and its page used, and the links that an address gets in an hour. */
export const personalDataLimits = { linkMinutes: 30, pageMinutes: 60, linksAnHour: 3 } as const

const GuestEntry = z.object({
  id: z.uuid(),
  eventDate: EventDate,
  countryCode: CountryCode,
  artist: z.string(),
  name: z.string(),
  look: z.string(),
  allergies: z.string(),
  allergiesConsentAt: Instant.nullable(),
})
export type GuestEntry = z.infer<typeof GuestEntry>

const ClientEntry = z.object({
  id: z.uuid(),
  /** The controller of this entry. */
  artist: z.object({ name: z.string(), slug: z.string() }),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  allergies: z.string(),
  appointments: z.number().int(),
  /** The artist has written a note or a favourite look, which only they show to the client. */
  hasNotes: z.boolean(),
  requests: z.array(
    z.object({ kind: ClientRequestKind, requestedAt: Instant, dueAt: Instant, doneAt: Instant.nullable() }),
  ),
})
export type ClientEntry = z.infer<typeof ClientEntry>

const VoucherEntry = z.object({
  id: z.uuid(),
  number: z.number().int(),
  amount: z.number(),
  currency: Currency,
  from: z.string(),
  name: z.string(),
  message: z.string(),
  sentAt: Instant,
})
export type VoucherEntry = z.infer<typeof VoucherEntry>

const PaymentEntry = z.object({
  id: z.uuid(),
  number: z.number().int(),
  amount: z.number(),
  currency: Currency,
  description: z.string(),
  paidAt: Instant,
  /** The day until which tax law requires it to be kept. */
  keptUntil: EventDate,
})
export type PaymentEntry = z.infer<typeof PaymentEntry>

const AlertEntry = z.object({ id: z.string(), place: z.string(), createdAt: Instant })
const ReviewEntry = z.object({
  id: z.uuid(),
  artist: z.string(),
  name: z.string(),
  comments: z.string(),
  invitedAt: Instant,
})

/** Personal data saved with an email address, apart from an account. */
export const PersonalData = z.object({
  email: z.string(),
  /** There is also an account with this address. Its owner sees and deletes that data after signing in. */
  hasAccount: z.boolean(),
  /** A legal hold: nothing can be deleted at the moment. */
  isHeld: z.boolean(),
  guests: z.array(GuestEntry),
  clients: z.array(ClientEntry),
  vouchers: z.array(VoucherEntry),
  payments: z.array(PaymentEntry),
  alerts: z.array(AlertEntry),
  reviews: z.array(ReviewEntry),
})
export type PersonalData = z.infer<typeof PersonalData>

/** Kinds of entries that a person deletes themselves. Artists delete clients; payments are kept by law. */
export const ErasableKind = z.enum(['guest', 'voucher', 'alert', 'review'])
export type ErasableKind = z.infer<typeof ErasableKind>

const Key = patternSchema(43, /^[A-Za-z0-9_-]{43}$/)
const ofEntry = z.object({ key: Key, entryId: z.uuid() })
const answer = z.object({ data: PersonalData })

export const personalData = {
  requestLink: defineEndpoint({
    method: 'POST',
    path: '/v1/personal-data/links',
    access: 'public',
    summary:
      'Sends a person without an account a link to the data saved with their address. The response and its timing are the same for every address.',
    input: z.object({ email: Email }),
    output: z.object({ sent: z.literal(true) }),
    refuses: ['challenge_required', 'rate_limited'],
    limit: 10,
  }),
  open: defineEndpoint({
    method: 'POST',
    path: '/v1/personal-data/open',
    access: 'public',
    summary: 'Opens a link once. Returns a key with which the data can be read and changed for an hour.',
    input: z.object({ token: LinkToken }),
    output: z.object({ key: z.string(), expiresAt: Instant }),
    refuses: ['link_expired', 'link_used', 'rate_limited'],
    limit: 10,
    secret: true,
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/personal-data/{key}',
    access: 'public',
    summary: 'Returns what is saved with the address of a key, by kind.',
    input: z.object({ key: Key }),
    output: answer,
    refuses: ['link_expired', 'rate_limited'],
    limit: 60,
  }),
  correctGuest: defineEndpoint({
    method: 'PUT',
    path: '/v1/personal-data/{key}/guests/{entryId}',
    access: 'public',
    summary: 'Corrects what a guest has said. The booker and the artist see the correction.',
    input: ofEntry.extend({
      name: writtenTextSchema(60).min(1, 'Name is required'),
      look: writtenTextSchema(500).default(''),
      allergies: writtenTextSchema(1_000).default(''),
      allergiesConsent: z.boolean().default(false),
    }),
    output: answer,
    refuses: ['link_expired', 'not_found', 'contact_details', 'health_consent_missing', 'rate_limited'],
    limit: 20,
  }),
  correctVoucher: defineEndpoint({
    method: 'PUT',
    path: '/v1/personal-data/{key}/vouchers/{entryId}',
    access: 'public',
    summary: 'Corrects the name on a received gift voucher.',
    input: ofEntry.extend({ name: oneLineSchema(80) }),
    output: answer,
    refuses: ['link_expired', 'not_found', 'rate_limited'],
    limit: 20,
  }),
  requestFromArtist: defineEndpoint({
    method: 'POST',
    path: '/v1/personal-data/{key}/clients/{entryId}/requests',
    access: 'public',
    summary: 'Asks the artist who keeps an entry to correct or delete it. A request that is still open is sent once.',
    input: ofEntry.extend({
      kind: ClientRequestKind,
      details: writtenTextSchema(clientRequestLimits.details).default(''),
    }),
    output: answer,
    refuses: ['link_expired', 'not_found', 'correction_missing', 'rate_limited'],
    limit: 20,
  }),
  erase: defineEndpoint({
    method: 'DELETE',
    path: '/v1/personal-data/{key}/{kind}/{entryId}',
    access: 'public',
    summary: 'Deletes an entry. Refused during a legal hold.',
    input: z.object({ key: Key, kind: ErasableKind, entryId: z.string().min(1).max(40) }),
    output: answer,
    refuses: ['link_expired', 'not_found', 'legal_hold_active', 'rate_limited'],
    limit: 20,
  }),
}
