import { randomUUID } from 'node:crypto'
import type { MailText } from '#contract/notifications/mail-templates.ts'
import type { CountryCode } from '#contract/values.ts'
import { formatTemplate } from '#contract/templates.ts'
import type { Values } from '#contract/i18n/messages.ts'
import { runInLanguage } from '#server/platform/language.ts'
import type { Language } from '#contract/i18n/language.ts'
import type { Context } from '#server/platform/context.ts'
import { type Business, getBusiness, readCached, getSettingInTransaction } from '#server/platform/settings.ts'
import type { MailPhrases } from '#server/notifications/words/mail-kind.ts'
import { type MailKind, mailTexts, type NoticeKind, screenOnly } from '#server/notifications/words/mail-texts.ts'
import { pushTexts, type SmsKind, smsTexts } from '#server/notifications/words/notice-texts.ts'
import { isProvenNumber, findMobile, hasSentSms } from './outbox.queries.ts'
import { getActiveTexts } from './mail-templates.queries.ts'
import { insertNotices, type NewNotice, type NoticeChoices, listNoticeChoices } from './notifications.queries.ts'
import { createShortLink } from './short-links.ts'
import { type DayVariant, varyPhrase } from '#server/notifications/words/vary.ts'
import type { MailFacts } from './draw-mail.ts'
import { writeMail } from './write-mail.ts'
import { needsStopInstructions, writeSms } from './write-sms.ts'
import { parseEmail } from '#contract/accounts/parse-email.ts'

export type Attachment = { name: string; type: string; content: string }

export type Notice = {
  kind: NoticeKind
  to: {
    email: string
    name?: string | null
    accountId?: string | null
    country?: string | null
    /** The language of the email; English if undefined. */
    language?: Language
    mobile?: string | null
    /**
     * True if the customer has consented to texts. Without consent, only availability alerts are sent, to the number
     * given for them.
     */
    smsLeave?: boolean
  }
  values?: Values
  how?: DayVariant
  path?: string
  fact?: string
  attachments?: readonly Attachment[]
  facts?: MailFacts
  /** True for a change on the day itself, which is also sent during quiet hours. */
  urgent?: boolean
  secret?: boolean
  by?: readonly ('mail' | 'sms' | 'push')[]
}

/** This data is read before a transaction, because the embedded database has one connection. */
export type Sender = { business: Business; said: Record<string, MailText> }
export const getSender = async (ctx: Context): Promise<Sender> => ({
  business: await getBusiness(ctx.database, ctx.env),
  said: await readCached(ctx.database, EDITED_WORDS, getActiveTexts),
})
export const EDITED_WORDS = 'mails.said'
export const getSenderInTransaction = async ({ db, env }: Context): Promise<Sender> => ({
  business: {
    legalName: env.LEGAL_NAME,
    supportEmail: env.SUPPORT_EMAIL,
    supportPhone: env.SUPPORT_PHONE,
    chat: '',
    ...(await getSettingInTransaction<Partial<Business>>(db, 'business')),
  },
  said: await getActiveTexts(db),
})

type Telling = Notice & {
  values: Values
  words: Pick<MailPhrases, 'always' | 'group' | 'sms' | 'push' | 'urgent' | 'money' | 'secret'>
  chosen: NoticeChoices
}

/**
 * Queues a notification by mail, SMS and push, as the person prefers, in the caller's transaction. It is sent after
 * commit.
 */
export const notify = (ctx: Context, sender: Sender, notice: Notice): Promise<void> => notifyAll(ctx, sender, [notice])

export async function notifyAll(ctx: Context, sender: Sender, notices: readonly Notice[]): Promise<void> {
  const wanting = await listNoticeChoices(
    ctx.db,
    notices.flatMap(({ to }) => to.accountId ?? []),
  )
  const written: NewNotice[] = []
  for (const notice of notices) {
    const { kind, to, by = ['mail', 'sms', 'push'] } = notice
    const { chosen, browsers } = wanting.get(to.accountId ?? '') ?? { chosen: {}, browsers: [] }
    const telling = tellingOf(notice, chosen)
    const { words } = telling
    if (by.includes('mail') && !(kind in screenOnly))
      written.push(await runInLanguage(to.language ?? 'en', () => mailOf(ctx, sender, telling)))
    if (by.includes('sms') && words.sms) written.push(...(await textOf(ctx, telling, words.sms)))
    if (by.includes('push') && words.push) written.push(...pushesOf(ctx, telling, words.push, browsers))
  }
  await insertNotices(ctx.db, written)
}

export async function buildMail(
  ctx: Context,
  sender: Sender,
  notice: Notice,
): Promise<{ address: string; subject: string; text: string }> {
  const { address, subject, body } = await mailOf(ctx, sender, tellingOf(notice, {}))
  return { address, subject: subject ?? '', text: body }
}

function tellingOf(notice: Notice, chosen: NoticeChoices): Telling {
  const { kind } = notice
  const words: Telling['words'] =
    kind in screenOnly ? screenOnly[kind as keyof typeof screenOnly] : (mailTexts[kind as MailKind] as MailPhrases)
  return {
    ...notice,
    words,
    chosen,
    values: { ...notice.values, clock: notice.values?.['clock'] ?? notice.values?.['arrive'] },
  }
}

const wants = ({ chosen, words }: Telling, channel: 'mail' | 'sms' | 'push'): boolean =>
  chosen[words.group ?? '']?.[channel] !== false

const rowOf = (
  ctx: Context,
  { kind, to, fact, words, urgent, secret }: Telling,
  way: '' | 'sms' | `push ${string}`,
) => {
  const id = randomUUID()
  return {
    id,
    kind,
    account_id: to.accountId ?? null,
    urgent: words.urgent ?? urgent ?? false,
    secret: words.secret ?? secret ?? false,
    next_at: ctx.now,
    created_at: ctx.now,
    message_id: `<${id}@${new URL(ctx.env.publicUrl).hostname}>`,
    fact: fact ? [fact, way].filter(Boolean).join(' ') : null,
    sample: ctx.env.sampleMarket,
  }
}

async function mailOf(ctx: Context, sender: Sender, telling: Telling): Promise<NewNotice> {
  const { kind, to, values, how, path, attachments, facts, words } = telling
  const { publicUrl } = ctx.env
  const mail = await writeMail({
    kind: kind as MailKind,
    said: sender.said[kind],
    you: to.name?.split(' ')[0] || null,
    values,
    how: how ?? 'mobile',
    ...(facts ? { facts } : {}),
    link: path ? `${publicUrl}${path}` : null,
    country: (to.country as CountryCode | null) ?? 'GB',
    business: sender.business,
    publicUrl,
    sample: ctx.env.sampleMarket,
    testPayments: words.money === true && isTestBank(ctx),
  })
  if (mail.missing.length > 0)
    ctx.log.error({ kind, missing: mail.missing }, 'an email was rendered without required values')
  return {
    ...rowOf(ctx, telling, ''),
    channel: 'mail',
    // Older rows may have a Unicode domain, which is normalised to ASCII.
    address: parseEmail(to.email) ?? to.email,
    subject: mail.subject,
    html: mail.html,
    body: mail.text,
    attachments: attachments?.length ? JSON.stringify(attachments) : null,
    state: words.always || wants(telling, 'mail') ? 'waiting' : 'switched_off',
  }
}

const isTestBank = ({ env }: Context): boolean => env.PAYMENTS !== 'stripe'

async function textOf(ctx: Context, telling: Telling, kind: SmsKind): Promise<NewNotice[]> {
  const { to, values, how, path } = telling
  const asked = kind === 'sms.available' ? Boolean(to.mobile) : to.smsLeave === true
  if (!wants(telling, 'sms') || (smsTexts[kind].to === 'customer' && !asked)) return []
  const mobile = to.mobile ?? (to.accountId ? (await findMobile(ctx.db, to.accountId))?.mobile : null)
  if (!mobile || !to.accountId || !(await isProvenNumber(ctx.db, to.accountId, mobile))) return []
  const row = rowOf(ctx, telling, 'sms')
  const link = path && smsTexts[kind].text.includes('{link}') ? await createShortLink(ctx, path) : null
  const stop = needsStopInstructions(mobile) && !(await hasSentSms(ctx.db, mobile))
  return [
    {
      ...row,
      channel: 'sms',
      address: mobile,
      body: writeSms(kind, { ...values, link }, { how: how ?? 'mobile', stop }),
    },
  ]
}

function pushesOf(
  ctx: Context,
  telling: Telling,
  kind: keyof typeof pushTexts,
  browsers: readonly string[],
): NewNotice[] {
  const { values, how = 'mobile', path, kind: of } = telling
  if (!wants(telling, 'push')) return []
  const { title, body } = pushTexts[kind]
  const said = (text: string) => formatTemplate(varyPhrase(text, how), values).replace(/\s?\{\w+\}/g, '')
  const payload = JSON.stringify({
    title: said(title),
    body: said(body),
    url: path ?? '/',
    tag: `${of} ${path ?? ''}`.trim(),
  })
  return browsers.map((id) => ({
    ...rowOf(ctx, telling, `push ${id}`),
    channel: 'push',
    address: id,
    subject: said(title),
    body: payload,
  }))
}
