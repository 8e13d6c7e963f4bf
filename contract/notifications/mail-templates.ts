import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, Int4, Reason } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

const optionalTextSchema = (letters: number) =>
  z
    .string()
    .trim()
    .max(letters)
    .nullable()
    .transform((text) => text || null)
    .default(null)

/** Edited text of a kind of mail; null fields keep the default. */
export const MailText = z.object({
  subject: optionalTextSchema(150),
  preview: optionalTextSchema(200),
  body: optionalTextSchema(3_000),
  button: optionalTextSchema(40),
})
export type MailText = z.infer<typeof MailText>

/** Variants of a mail: the artist travels, the customer travels, the start is fixed, or there is no time yet. */
export const MailHow = z.enum(['mobile', 'studio', 'start', 'none'])
export type MailHow = z.infer<typeof MailHow>

const Kind = z.string().max(60)

const ListedMail = z.object({
  kind: z.string(),
  subject: z.string(),
  number: z.number().int(),
  writtenAt: Instant.nullable(),
})
export type ListedMail = z.infer<typeof ListedMail>

const MailVersion = z.object({
  number: z.number().int(),
  text: MailText,
  made: z.boolean(),
  standing: z.boolean(),
  author: z.string().nullable(),
  writtenAt: Instant,
  reason: z.string(),
})

export const EditedMail = z.object({
  kind: z.string(),
  /** The default text. A null field is generated, fixed or absent, and cannot be edited. */
  made: MailText,
  standing: MailText,
  number: z.number().int(),
  slots: z.array(z.string()),
  /** Placeholders that the text must contain. */
  kept: z.array(z.string()),
  /** Placeholders whose value can be empty. They must be in an optional part: '[[, {entrance}]]'. */
  optional: z.array(z.string()),
  hows: z.array(MailHow),
  versions: z.array(MailVersion),
})
export type EditedMail = z.infer<typeof EditedMail>

const ofKind = z.object({ kind: Kind })

export const operatorMails = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/mail-words',
    access: 'operator',
    duties: ['content'],
    summary: "Lists every kind of email with its subject, and which ones have an operator's text.",
    input: z.object({}),
    output: z.object({ mails: z.array(ListedMail) }),
    refuses: operators,
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/mail-words/{kind}',
    access: 'operator',
    duties: ['content'],
    summary: 'Returns an email template: default text, current text, variables and every version.',
    input: ofKind,
    output: z.object({ mail: EditedMail }),
    refuses: [...operators, 'not_found'],
  }),
  preview: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/mail-words/{kind}/preview',
    access: 'operator',
    duties: ['content'],
    summary: 'Previews an email with this text and sample values. Nothing is sent.',
    input: ofKind.extend({
      text: MailText,
      how: MailHow.default('mobile'),
      withoutOptional: z.boolean().default(false),
    }),
    output: z.object({
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      unsaid: z.array(z.string()),
    }),
    refuses: [...operators, 'not_found', 'mail_text_invalid'],
    limit: 120,
  }),
  publish: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/mail-words/{kind}',
    access: 'operator',
    duties: ['content'],
    notActing: true,
    summary:
      'Publishes the text of an email template. Empty text everywhere restores the default. `seen` is the current version that the caller saw.',
    input: ofKind.extend({ text: MailText, seen: Int4, reason: Reason }),
    output: z.object({ mail: EditedMail }),
    refuses: [...operators, 'not_found', 'mail_text_invalid', 'state_changed', 'not_allowed_acting'],
    limit: 30,
  }),
}
