import { z } from 'zod'
import { FormAnswer, FormQuestion } from '#contract/catalog/forms/forms.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Instant, trimmedTextSchema } from '#contract/values.ts'
import { appointmentNow, appointmentParams, refusedOnOwn } from '#contract/appointments/appointment.ts'

export const BookingForm = z.object({
  formId: z.uuid(),
  name: z.string(),
  versionId: z.uuid(),
  number: z.number().int(),
  intro: z.string(),
  questions: z.array(FormQuestion),
  signed: z
    .object({
      number: z.number().int(),
      intro: z.string(),
      questions: z.array(FormQuestion),
      at: Instant,
      as: z.string().nullable(),
      answers: z.array(FormAnswer).nullable(),
    })
    .nullable(),
})
export type BookingForm = z.infer<typeof BookingForm>

export const BookingForms = z.object({
  forms: z.array(BookingForm),
  number: z.number().int(),
  artist: z.string(),
  customer: z.string(),
  event: z.string(),
  startsAt: Instant,
  timeZone: z.string(),
  countryCode: CountryCode,
  maySign: z.boolean(),
})
export type BookingForms = z.infer<typeof BookingForms>

export const formCalls = {
  forms: defineEndpoint({
    method: 'GET',
    path: '/v1/bookings/{appointmentId}/forms',
    access: 'visitor',
    notActing: true,
    summary: "Lists the allergy and consent forms of a booking, with the customer's answers.",
    input: appointmentParams,
    output: BookingForms,
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  signForms: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/forms',
    access: 'visitor',
    notActing: true,
    key: true,
    summary:
      'Answers forms of a booking and signs them with a typed name. Signing again replaces the previous answers.',
    input: appointmentParams.extend({
      as: trimmedTextSchema(2, 100),
      forms: z
        .array(z.object({ versionId: z.uuid(), answers: z.array(FormAnswer).max(30) }))
        .min(1)
        .max(20),
    }),
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed', 'form_changed', 'form_unanswered'],
    limit: 120,
  }),
}
