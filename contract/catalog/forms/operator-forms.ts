import { z } from 'zod'
import { FormQuestion, formLimits } from '#contract/catalog/forms/forms.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { TestMinutes } from '#contract/providers/patch-tests.ts'
import { Instant, Reason, trimmedTextSchema } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const
const changes = [...operators, 'not_allowed_acting'] as const

const FormVersion = z.object({
  number: z.number().int(),
  intro: z.string(),
  questions: z.array(FormQuestion),
  publishedAt: Instant,
  signed: z.number().int(),
})

const OperatorForm = z.object({
  id: z.uuid(),
  name: z.string(),
  services: z.array(z.string()),
  retiredAt: Instant.nullable(),
  /** Versions, newest first. The first is the published version. */
  versions: z.array(FormVersion),
})
export type OperatorForm = z.infer<typeof OperatorForm>

const Draft = z.object({
  name: trimmedTextSchema(2, 60),
  intro: z.string().trim().min(1).max(formLimits.intro),
  questions: z.array(FormQuestion).min(1).max(formLimits.questions),
  services: z.array(z.string().max(60)).max(256),
  reason: Reason,
})

export const operatorForms = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/forms',
    access: 'operator',
    duties: ['content'],
    summary: 'Lists allergy and consent forms with all their versions, and the services that can require them.',
    input: z.object({}),
    output: z.object({
      forms: z.array(OperatorForm),
      services: z.array(z.object({ id: z.string(), label: z.string(), patchTestMinutes: z.number().int().nullable() })),
    }),
    refuses: operators,
  }),
  setTest: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/patch-tests/{serviceId}',
    access: 'operator',
    duties: ['content'],
    summary: 'Sets whether a service requires a patch test on the whole platform, and its duration in minutes.',
    input: z.object({ serviceId: z.string().max(60), minutes: TestMinutes.nullable(), reason: Reason }),
    output: z.object({ minutes: z.number().int().nullable() }),
    refuses: [...changes, 'unknown_service'],
    notActing: true,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/forms',
    access: 'operator',
    duties: ['content'],
    summary:
      'Creates a form and publishes its first version. New bookings with its services require a signature from then on.',
    input: Draft,
    output: z.object({ id: z.uuid() }),
    refuses: [...changes, 'name_taken', 'unknown_service', 'service_has_form'],
    notActing: true,
  }),
  publish: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/forms/{formId}',
    access: 'operator',
    duties: ['content'],
    summary: 'Updates a form. New text or questions create a new version. Signed forms do not change.',
    input: Draft.extend({ formId: z.uuid() }),
    output: z.object({ number: z.number().int() }),
    refuses: [...changes, 'not_found', 'state_changed', 'name_taken', 'unknown_service', 'service_has_form'],
    notActing: true,
  }),
  retire: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/forms/{formId}/retire',
    access: 'operator',
    duties: ['content'],
    summary: 'Retires a form. Signed forms are kept.',
    input: z.object({ formId: z.uuid(), reason: Reason }),
    output: z.object({}),
    refuses: [...changes, 'not_found', 'state_changed'],
    notActing: true,
  }),
}
