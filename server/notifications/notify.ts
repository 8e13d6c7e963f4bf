import { randomUUID } from 'node:crypto'
import type { CountryCode } from '#contract/values.ts'
import type { Values } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { type Business, businessOf } from '#server/platform/settings.ts'
import { type MailKind, type MailWords, mailWords } from './mail-words.ts'
import { insertNotice, noticeChoices } from './queries.ts'
import { writeMail } from './write-mail.ts'

export type Notice = {
  kind: MailKind
  to: { email: string; name?: string | null; accountId?: string | null; country?: string | null }
  values?: Values
  /** A path of this site that the button opens. */
  path?: string
  /** One mail for one fact: a second notice of the same fact is not written. */
  fact?: string
}

/** Who sends, read before a transaction and handed into it: the embedded database has one connection. */
export type Sender = { business: Business }
export const senderOf = async (ctx: Context): Promise<Sender> => ({ business: await businessOf(ctx.database, ctx.env) })

/** Writes a mail into the outbox, in the caller's transaction; it is sent once that is committed, or kept as switched off by the person. */
export async function notify(ctx: Context, sender: Sender, { kind, to, values = {}, path, fact }: Notice): Promise<void> {
  const words: MailWords = mailWords[kind]
  const { publicUrl } = ctx.env
  const mail = writeMail({
    kind, you: to.name?.split(' ')[0] || null, values, link: path ? `${publicUrl}${path}` : null,
    country: (to.country as CountryCode | null) ?? 'GB', business: sender.business, publicUrl, sample: ctx.env.sampleMarket,
  })
  const wanted = words.always || !to.accountId || (await noticeChoices(ctx.db, to.accountId))[words.group ?? '']?.mail !== false
  const id = randomUUID()
  await insertNotice(ctx.db, {
    id, channel: 'mail', kind, account_id: to.accountId ?? null, address: to.email, subject: mail.subject, html: mail.html, body: mail.text,
    secret: words.secret ?? false, state: wanted ? 'waiting' : 'switched_off', next_at: ctx.now, created_at: ctx.now,
    message_id: `<${id}@${new URL(publicUrl).hostname}>`, fact: fact ?? null, sample: ctx.env.sampleMarket,
  })
}
