import { globSync, readFileSync, writeFileSync } from 'node:fs'
import PO from 'pofile'
import { getSourceText } from '#contract/i18n/compile.ts'
import type { MailPhrases } from '#server/notifications/words/mail-kind.ts'
import { mailFrameTexts, mailTexts } from '#server/notifications/words/mail-texts.ts'
import { varyPhrase } from '#server/notifications/words/vary.ts'
import { readMessages } from './read-messages.ts'
import { LABEL_CONTEXT, TEMPLATE_CONTEXT, translationFiles } from '#server/platform/translations.ts'

/** The catalogues of the pages that exist in French: the search, the quotes, and the frame around them. */
const translated = [
  'contract/i18n/counts.ts',
  'server/notifications/confirming.ts',
  'web/platform/**/*.{ts,tsx}',
  'web/providers/{plan-messages.ts,heart.tsx}',
  'contract/looks/vocabulary.ts',
  'web/payments/test-payments-mark.tsx',
  'web/search/{messages,compare/compare-messages}.ts',
  'web/search/{add-ons,demand,details,form,looks,quotes,waiting}/*.{ts,tsx}',
  'web/shell/*.{ts,tsx}',
  'web/shell/pages/*.tsx',
  'web/ui/**/*.{ts,tsx}',
]

const translatedMails = ['quotes.sent', 'mail.confirm'] as const
const frameKeys = [
  'mail.hello',
  'mail.hello.nobody',
  'mail.sign',
  'mail.why.request',
  'mail.why.confirm',
  'mail.stop',
  'mail.contact.both',
  'mail.contact.mail',
  'mail.contact.phone',
  'mail.legal',
  'mail.test',
  'mail.sample',
] as const
const dayVariants = ['mobile', 'studio', 'start', 'none'] as const

/**
 * Writes the messages of the translated catalogues to the gettext files in `locales/`. Keeps existing translations, adds
 * new messages without one, and removes those that no longer exist. Translators edit the files with any gettext editor.
 */
export function extractMessages(path: string): string {
  const known = PO.parse(readFileSync(path, 'utf8'))
  const keyOf = (text: string, context?: string | null) => `${context ?? ''} ${text}`
  const before = new Map(known.items.map((item) => [keyOf(item.msgid, item.msgctxt), item.msgstr]))
  const itemOf = (text: string, context?: string) =>
    Object.assign(new PO.Item(), {
      msgid: text,
      ...(context ? { msgctxt: context } : {}),
      msgstr: before.get(keyOf(text, context)) ?? [''],
    })
  const items = new Map<string, InstanceType<typeof PO.Item>>()
  for (const file of translated.flatMap((pattern) => globSync(pattern)).toSorted()) {
    if (file.includes('.test.')) continue
    for (const { catalogue, key, message } of readMessages(file, readFileSync(file, 'utf8'))) {
      const text = getSourceText(message)
      const item = items.get(text) ?? itemOf(text)
      item.extractedComments.push(`${catalogue} ${key}`)
      if (!item.references.includes(file)) item.references.push(file)
      items.set(text, item)
    }
  }
  const templates = listTemplates().map((text) => itemOf(text, TEMPLATE_CONTEXT))
  // Labels of the service catalogue are data: operators can change them.
  const labels = known.items.filter((item) => item.msgctxt === LABEL_CONTEXT)
  known.items = [...items.values(), ...templates, ...labels]
  return `${known.toString()}\n`
}

/** Returns the texts of the emails that exist in French, in all variants of the day, and of the frame around them. */
function listTemplates(): string[] {
  const texts = translatedMails.flatMap((kind) => {
    const { subject, preview, body, button = '' }: MailPhrases = mailTexts[kind]
    return dayVariants.flatMap((how) => [subject, preview, body, button].map((text) => varyPhrase(text, how)))
  })
  const frame = frameKeys.map((key) => mailFrameTexts[key])
  return [...new Set([...texts, ...frame].filter((text) => typeof text === 'string' && text !== ''))] as string[]
}

if (import.meta.main) for (const path of Object.values(translationFiles)) writeFileSync(path, extractMessages(path))
