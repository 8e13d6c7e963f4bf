import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMails } from '#contract/notifications/mail-words.ts'
import type { Context } from '#server/platform/context.ts'
import { senderOf } from '#server/notifications/notify.ts'
import { writeMail } from '#server/notifications/outbox/write-mail.ts'
import type { MailKind } from '#server/notifications/words/mail-words.ts'
import { sampleValues } from '#server/notifications/words/sample-values.ts'
import { optionalSlots, unsaid } from './changeable.ts'
import { refuseUnsayable, wordsOf } from './edited-mail.ts'

/** The mail as it would arrive with these words, by what writes all mails, filled with an example. */
export async function previewMailWords(
  ctx: Context,
  { kind, text, how, withoutOptional }: InputOf<typeof operatorMails.preview>,
): Promise<OutputOf<typeof operatorMails.preview>> {
  const words = wordsOf(kind)
  refuseUnsayable(words, text)
  const { business } = await senderOf(ctx)
  const optional = optionalSlots(words)
  const mail = await writeMail({
    kind: kind as MailKind,
    said: text,
    you: 'Leila',
    values: withoutOptional ? omit(sampleValues, optional) : sampleValues,
    how,
    link: ctx.env.publicUrl,
    country: 'GB',
    business: withoutOptional ? omit(business, optional) : business,
    publicUrl: ctx.env.publicUrl,
    sample: false,
  })
  const { subject, html, text: plain } = mail
  return { subject, html, text: plain, unsaid: unsaid(words, text) }
}

const omit = <Values extends Record<string, string | number>>(values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, names.includes(name) ? '' : value])) as Values
