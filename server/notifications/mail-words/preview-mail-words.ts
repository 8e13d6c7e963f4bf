import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMails } from '#contract/notifications/mail-words.ts'
import type { Context } from '#server/platform/context.ts'
import { senderOf } from '#server/notifications/notify.ts'
import { writeMail } from '#server/notifications/outbox/write-mail.ts'
import type { MailKind } from '#server/notifications/words/mail-words.ts'
import { sampleValues } from '#server/notifications/words/sample-values.ts'
import { unsaid } from './changeable.ts'
import { refuseUnsayable, wordsOf } from './edited-mail.ts'

/** The mail as it would arrive with these words, by what writes all mails, filled with an example. */
export async function previewMailWords(
  ctx: Context,
  { kind, text, how }: InputOf<typeof operatorMails.preview>,
): Promise<OutputOf<typeof operatorMails.preview>> {
  const words = wordsOf(kind)
  refuseUnsayable(words, text)
  const { business } = await senderOf(ctx)
  const mail = writeMail({
    kind: kind as MailKind,
    said: text,
    you: 'Leila',
    values: sampleValues,
    how,
    link: ctx.env.publicUrl,
    country: 'GB',
    business,
    publicUrl: ctx.env.publicUrl,
    sample: false,
  })
  return { ...mail, unsaid: unsaid(words, text) }
}
