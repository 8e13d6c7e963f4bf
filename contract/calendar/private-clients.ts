import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import {
  AmountUpTo,
  CountryCode,
  Currency,
  EventDate,
  Instant,
  oneLineSchema,
  patternSchema,
  TimeOfDay,
} from '#contract/values.ts'
import { EmailOrEmpty } from '#contract/accounts/email.ts'
import { RepeatInterval, RepeatRule } from './repeats.ts'

const kept = {
  note: z.string().trim().max(4_000).default(''),
  allergies: z.string().trim().max(1_000).default(''),
  look: z.string().trim().max(1_000).default(''),
}
const contact = {
  email: EmailOrEmpty.default(''),
  phone: z.string().trim().max(40).default(''),
  address: z.string().trim().max(300).default(''),
}
const NewClient = z.object({ name: oneLineSchema(100), ...contact, ...kept })

export const PrivateAppointment = z.object({
  id: z.uuid(),
  clientId: z.uuid(),
  name: z.string(),
  eventDate: EventDate,
  startTime: TimeOfDay,
  minutes: z.number().int(),
  startsAt: Instant,
  endsAt: Instant,
  timeZone: z.string(),
  services: z.string(),
  place: z.string(),
  /** [lng, lat]; null if unknown, and then no travel time is computed. */
  coordinates: z.tuple([z.number(), z.number()]).nullable(),
  price: z.number().nullable(),
  currency: Currency,
  note: z.string(),
  cancelled: z.boolean(),
  answered: z.boolean(),
  repeat: RepeatInterval.nullable(),
})
export type PrivateAppointment = z.infer<typeof PrivateAppointment>

export const Visit = z.object({
  id: z.uuid(),
  own: z.boolean(),
  eventDate: EventDate,
  startsAt: Instant,
  endsAt: Instant,
  timeZone: z.string(),
  what: z.string(),
  place: z.string(),
  price: z.number().nullable(),
  currency: Currency,
  /** The note of a private appointment; for a booking, the client's allergies. */
  note: z.string(),
  state: z.enum(['ahead', 'past', 'cancelled']),
  /** Null for a booking. `link` is the client's link if it is a future private appointment, otherwise null. */
  appointment: PrivateAppointment.nullable(),
  link: z.string().nullable(),
})
export type Visit = z.infer<typeof Visit>

export const ClientPage = z.object({
  id: z.uuid(),
  own: z.boolean(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  note: z.string(),
  allergies: z.string(),
  look: z.string(),
  currency: Currency,
  timeZone: z.string(),
  today: EventDate,
  spent: z.number(),
  next: Instant.nullable(),
  visits: z.array(Visit),
})
export type ClientPage = z.infer<typeof ClientPage>

/** A journey that takes longer than the gap to the adjacent appointment, which only causes a warning. */
const TightWay = z.object({ before: z.boolean(), minutes: z.number().int(), left: z.number().int() })

const What = z.object({
  eventDate: EventDate,
  startTime: TimeOfDay,
  minutes: z.number().int().min(5, 'Enter the minutes.').max(1_440),
  services: z.string().trim().max(500).default(''),
  place: z.string().trim().max(200).default(''),
  coordinates: z
    .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
    .nullable()
    .default(null),
  price: AmountUpTo(1_000_000).nullable().default(null),
  note: z.string().trim().max(4_000).default(''),
})
const saved = z.object({
  appointment: PrivateAppointment,
  count: z.number().int(),
  /** Days of a repeat rule that were skipped because their time is taken. */
  skipped: z.array(EventDate),
  tight: z.array(TightWay),
  link: z.string(),
})
const scope = z.enum(['one', 'following']).default('one')

export const SharedVisit = z.object({
  artist: z.object({ name: z.string(), slug: z.string() }),
  firstName: z.string(),
  countryCode: CountryCode,
  eventDate: EventDate,
  startsAt: Instant,
  endsAt: Instant,
  timeZone: z.string(),
  services: z.string(),
  place: z.string(),
  price: z.number().nullable(),
  currency: Currency,
  state: z.enum(['open', 'agreed', 'cancelled', 'past']),
})
export type SharedVisit = z.infer<typeof SharedVisit>
const ofKey = z.object({ key: patternSchema(40, /^[A-Za-z0-9_-]{40}$/) })
const ofClient = z.object({ clientId: z.uuid() })
const ofAppointment = z.object({ appointmentId: z.uuid() })
const done = z.object({ done: z.literal(true) })

export const privateClients = {
  page: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/clients/{clientId}',
    access: 'provider',
    notActing: true,
    summary: 'Returns a private client with notes, all appointments and the next one.',
    input: ofClient,
    output: z.object({ client: ClientPage }),
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/own-clients',
    access: 'provider',
    notActing: true,
    key: true,
    summary: 'Creates a private client. Customers and other artists cannot read it.',
    input: NewClient,
    output: z.object({ clientId: z.uuid() }),
    refuses: ['not_found', 'not_allowed_acting', 'client_terms_missing', 'too_many_private_entries'],
  }),
  change: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/own-clients/{clientId}',
    access: 'provider',
    notActing: true,
    summary: 'Updates a private client.',
    input: ofClient.extend(NewClient.shape),
    output: done,
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/v1/providers/me/own-clients/{clientId}',
    access: 'provider',
    notActing: true,
    summary: 'Deletes a private client with all private appointments, and frees their time.',
    input: ofClient,
    output: done,
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  appointments: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/own-appointments',
    access: 'provider',
    notActing: true,
    summary: "Lists the caller's private appointments between two event dates, in order.",
    input: z.object({ from: EventDate, until: EventDate }),
    output: z.object({ appointments: z.array(PrivateAppointment) }),
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  createAppointment: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/own-appointments',
    access: 'provider',
    notActing: true,
    key: true,
    summary:
      'Creates a private appointment, or a series by a repeat rule. Each blocks its time in the diary as a booking does. If days of the rule are taken, none is created unless `skipTaken` is set.',
    input: ofClient
      .extend(What.shape)
      .extend({ repeat: RepeatRule.nullable().default(null), skipTaken: z.boolean().default(false) }),
    output: saved,
    refuses: [
      'not_found',
      'not_allowed_acting',
      'slot_taken',
      'days_taken',
      'time_skipped',
      'date_too_far',
      'repeat_once',
      'too_many_private_entries',
    ],
  }),
  updateAppointment: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/own-appointments/{appointmentId}',
    access: 'provider',
    notActing: true,
    summary:
      'Updates the time, services or price of a private appointment, or cancels it and frees its time. Can include all following ones of its series.',
    input: ofAppointment.extend(What.shape).extend({ cancelled: z.boolean().default(false), scope }),
    output: saved,
    refuses: ['not_found', 'not_allowed_acting', 'slot_taken', 'days_taken', 'time_skipped', 'date_too_far'],
  }),
  deleteAppointment: defineEndpoint({
    method: 'DELETE',
    path: '/v1/providers/me/own-appointments/{appointmentId}',
    access: 'provider',
    notActing: true,
    summary: 'Deletes a private appointment, or it and all following ones of its series, and frees their time.',
    input: ofAppointment.extend({ scope }),
    output: done,
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  visit: defineEndpoint({
    method: 'GET',
    path: '/v1/visits/{key}',
    access: 'public',
    summary: 'Returns a private appointment by the key of its link: time, services, place and price.',
    input: ofKey,
    output: z.object({ visit: SharedVisit }),
    refuses: ['not_found'],
  }),
  answerVisit: defineEndpoint({
    method: 'POST',
    path: '/v1/visits/{key}/answer',
    access: 'public',
    summary:
      'Confirms or declines a private appointment as the client. Declining frees its time. The artist is notified.',
    input: ofKey.extend({ answer: z.enum(['yes', 'no']) }),
    output: z.object({ visit: SharedVisit }),
    refuses: ['not_found', 'state_changed'],
    limit: 20,
  }),
}
