import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { EditedMail, MailText, operatorMails } from '#contract/notifications/mail-templates.ts'
import { formatTemplate } from '#contract/templates.ts'
import type { Context } from '#server/platform/context.ts'
import { type MailKind, mailKinds, mailTexts } from '#server/notifications/words/mail-texts.ts'
import { insertVersion, listActiveVersions, getActiveTexts, listVersionsOf } from './mail-templates.queries.ts'
import type { Db } from '#db/database.ts'
import { Refusal, rethrowConstraintAs } from '#server/platform/refusal.ts'
import type { MailPhrases } from '#server/notifications/words/mail-kind.ts'
import {
  listMailVariants,
  listRequiredSlots,
  getDefaultMailText,
  getDefaultMailWords,
  listOptionalMailSlots,
  listMailProblems,
  listMailSlots,
  listMissingSlots,
  markMailOptionalParts,
} from './editable-mails.ts'
import { EDITED_WORDS, getSender } from './notify.ts'
import { writeMail } from './write-mail.ts'
import { sampleValues } from '#server/notifications/words/sample-values.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { invalidateSettings } from '#server/platform/settings.ts'

export async function listMailTemplates(ctx: Context): Promise<OutputOf<typeof operatorMails.list>> {
  const texts = await getActiveTexts(ctx.db)
  const standing = new Map((await listActiveVersions(ctx.db)).map((row) => [row.kind, row]))
  return {
    mails: mailKinds.map((kind) => {
      const row = standing.get(kind)
      return {
        kind,
        subject: texts[kind]?.subject ?? formatTemplate(mailTexts[kind].subject),
        number: row && !row.made ? row.number : 0,
        writtenAt: row && !row.made ? row.written_at.toISOString() : null,
      }
    }),
  }
}

export const getMailTemplate = async (
  ctx: Context,
  { kind }: InputOf<typeof operatorMails.read>,
): Promise<OutputOf<typeof operatorMails.read>> => ({ mail: await editedMail(ctx.db, kind) })

const nothing: MailText = { subject: null, preview: null, body: null, button: null }

async function editedMail(db: Db, kind: string): Promise<EditedMail> {
  const words = wordsOf(kind)
  const versions = (await listVersionsOf(db, kind)).map(
    ({ number, made, standing, author, reason, written_at: at, ...text }) => ({
      number,
      text: markMailOptionalParts(kind, text),
      made,
      standing,
      author,
      writtenAt: at.toISOString(),
      reason,
    }),
  )
  const standing = versions.find((version) => version.standing)
  return {
    kind,
    made: getDefaultMailText(words),
    standing: standing?.text ?? nothing,
    number: standing?.number ?? 0,
    slots: listMailSlots(words),
    kept: listRequiredSlots(words),
    optional: listOptionalMailSlots(words),
    hows: listMailVariants(words),
    versions,
  }
}

function wordsOf(kind: string): MailPhrases {
  const words = getDefaultMailWords(kind)
  if (!words) throw new Refusal('not_found')
  return words
}

function refuseUnsayable(words: MailPhrases, text: MailText): void {
  const errors = listMailProblems(words, text)
  if (errors.length > 0) throw new Refusal('mail_text_invalid', { errors })
}

export async function previewMailTemplate(
  ctx: Context,
  { kind, text, how, withoutOptional }: InputOf<typeof operatorMails.preview>,
): Promise<OutputOf<typeof operatorMails.preview>> {
  const words = wordsOf(kind)
  refuseUnsayable(words, text)
  const { business } = await getSender(ctx)
  const optional = listOptionalMailSlots(words)
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
  return { subject, html, text: plain, unsaid: listMissingSlots(words, text) }
}

const omit = <Values extends Record<string, string | number>>(values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, names.includes(name) ? '' : value])) as Values

/**
 * Publishes a mail template, which takes effect within a second in every process. Throws if the active version has
 * changed since the editor loaded it.
 */
export async function publishMailTemplate(
  ctx: Context,
  { kind, text, seen, reason }: InputOf<typeof operatorMails.publish>,
): Promise<OutputOf<typeof operatorMails.publish>> {
  refuseUnsayable(wordsOf(kind), text)
  const { accountId } = ctx.viewer
  if (!accountId) throw new Error('email template changes need an operator')
  const mail = await ctx
    .transaction(async (inner) => {
      const before = await editedMail(inner.db, kind)
      if (before.number !== seen) throw new Refusal('state_changed')
      const number = (before.versions[0]?.number ?? 0) + 1
      await insertVersion(inner.db, { kind, number, text, by: accountId, at: inner.now, reason })
      await recordAudit(inner, {
        act: 'mail.words',
        subject: { kind: 'mail', id: kind, name: kind },
        before: before.standing,
        after: text,
        reason,
      })
      return editedMail(inner.db, kind)
    })
    // With concurrent edits, the second editor has not seen the first version.
    .catch(rethrowConstraintAs('mail_words_kind_number_key', 'state_changed'))
  invalidateSettings(ctx.database, EDITED_WORDS)
  return { mail }
}
