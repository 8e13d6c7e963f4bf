import { truncate } from '#contract/text.ts'
import type { MailText } from '#contract/notifications/mail-templates.ts'
import { stripOptionalParts, listSlots } from '#contract/templates.ts'
import { hasContactDetails } from '#contract/providers/profile-rules.ts'
import type { Country } from '#contract/words.ts'
import { hasValue, type Template, formatTemplate } from '#contract/templates.ts'
import type { Values } from '#contract/i18n/messages.ts'
import { translateTemplate } from '#server/platform/language.ts'
import type { Business } from '#server/platform/settings.ts'
import type { MailPhrases } from '#server/notifications/words/mail-kind.ts'
import { mailFrameTexts, type MailKind, mailTexts } from '#server/notifications/words/mail-texts.ts'
import type { MailFacts } from './draw-mail.ts'
import { unsignedStopLink } from './unsubscribe.ts'
import { type DayVariant, varyPhrase } from '#server/notifications/words/vary.ts'

type MailRequest = {
  kind: MailKind
  said?: MailText | undefined
  you: string | null
  values: Values
  how?: DayVariant
  link: string | null
  country: Country
  business: Business
  publicUrl: string
  sample: boolean
  testPayments?: boolean
  facts?: MailFacts
}
/** `missing` lists required placeholders whose value is missing. */
type WrittenMail = { subject: string; html: string; text: string; missing: string[] }

/**
 * Writes a mail in the spelling of the reader's country. The HTML works from 320 pixels, and the text has the same
 * content.
 */
export async function writeMail(asked: MailRequest): Promise<WrittenMail> {
  // Lazy import: the mail components take 0.3 s to load.
  const { drawMail } = await import('./draw-mail.ts')
  const { kind, values, country, link, facts, how = 'mobile' } = asked
  const words = wordsOf(kind, asked.said)
  const as = (phrase: Template) => translateTemplate(varyPhrase(phrase, how))
  const given: Values = { ...orMissing(asked.business), ...values }
  const missing = missingIn([words.subject, words.preview, words.body].map(as), given)
  const all: Values = { ...given, ...Object.fromEntries(missing.map((name) => [name, ''])) }
  const subject = formatTemplate(as(words.subject), namesCut(all), country).replaceAll(/\s+/g, ' ').trim()
  const body = formatTemplate(as(words.body), all, country)
  const button = words.button && link ? formatTemplate(translateTemplate(words.button), all, country) : null
  const hello = asked.you ? formatFrame('mail.hello', { you: asked.you }) : formatFrame('mail.hello.nobody')
  const feet = footLines(asked, words, all)
  const stop = words.always ? null : { label: formatFrame('mail.stop'), href: unsignedStopLink(asked.publicUrl) }
  const text = [
    hello,
    body,
    ...(facts ? [facts.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(facts?.calendars ?? []).map(({ label, href }) => `${label}: ${href}`),
    ...(button ? [`${button}: ${link}`] : []),
    formatFrame('mail.sign'),
    '-- ',
    ...feet,
    ...(stop ? [`${stop.label}: ${stop.href}`] : []),
  ].join('\n\n')
  return {
    subject,
    text: `${text}\n`,
    missing,
    html: drawMail({
      subject,
      preview: formatTemplate(as(words.preview), all, country),
      hello,
      body,
      facts,
      button,
      link,
      feet,
      stop,
      publicUrl: asked.publicUrl,
    }),
  }
}

const formatFrame = (key: keyof typeof mailFrameTexts, values: Values = {}, country?: Country): string =>
  formatTemplate(translateTemplate(mailFrameTexts[key]), values, country)

const formsOf = (phrase: Template): string[] =>
  typeof phrase === 'string'
    ? [phrase]
    : 'fixed' in phrase
      ? [phrase.fixed]
      : 'text' in phrase
        ? formsOf(phrase.text)
        : Object.values(phrase)

const missingIn = (phrases: readonly Template[], values: Values): string[] =>
  listSlots(phrases.flatMap(formsOf).map(stripOptionalParts)).filter((name) => !hasValue(values[name]))

function wordsOf(kind: MailKind, said: MailText | undefined): MailPhrases {
  const made: MailPhrases = mailTexts[kind]
  if (!said) return made
  const { subject, preview, body, button } = said
  return {
    ...made,
    subject: subject ?? made.subject,
    preview: preview ?? made.preview,
    body: body ?? made.body,
    ...(made.button ? { button: button ?? made.button } : {}),
  }
}

const NAME_LENGTH = 40
// Subjects contain no user input but names, so names are limited to letters and a maximum length.
const namesCut = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([slot, value]) => [
      slot,
      (slot === 'name' || slot === 'names') && typeof value === 'string' ? nameCut(value) : value,
    ]),
  )
const nameCut = (typed: string): string => {
  const letters = typed
    .replace(/[^\p{L}\p{M}'’,&. -]/gu, '')
    .replace(/\.(?=\S)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return hasContactDetails(typed) || !letters ? 'Your artist' : truncate(letters, NAME_LENGTH).trim()
}

const orMissing = ({ legalName, supportEmail, supportPhone }: Business): Values => ({
  legalName: legalName || null,
  supportEmail: supportEmail || null,
  supportPhone: supportPhone || null,
})

function footLines(
  { publicUrl, business, country, sample, testPayments }: MailRequest,
  words: MailPhrases,
  values: Values,
): string[] {
  const { supportEmail, supportPhone } = business
  const contact =
    supportEmail && supportPhone
      ? 'mail.contact.both'
      : supportEmail
        ? 'mail.contact.mail'
        : supportPhone
          ? 'mail.contact.phone'
          : null
  const lines = [
    formatFrame(`mail.why.${words.why}`, values, country),
    ...(words.always
      ? []
      : [
          formatFrame('mail.notices', {
            noticesLink: `${publicUrl}/${words.why === 'provider' ? 'dashboard' : 'customer-dashboard'}/account#notices`,
          }),
        ]),
    ...(contact ? [formatFrame(contact, values)] : []),
    ...(business.legalName ? [formatFrame('mail.legal', values)] : []),
    ...(testPayments ? [formatFrame('mail.test')] : []),
    ...(sample ? [formatFrame('mail.sample')] : []),
  ]
  return lines.filter(Boolean)
}
