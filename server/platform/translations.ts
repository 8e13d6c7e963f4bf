import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PO from 'pofile'
import { compile } from '#contract/i18n/compile.ts'
import { type CompiledMessage, getTranslationKey } from '#contract/i18n/language.ts'

/** The gettext file of each language beside English. */
export const translationFiles = { fr: fileURLToPath(new URL('../../locales/fr-CA.po', import.meta.url)) }

/** The gettext context of labels that come from the database, such as names of services. */
export const LABEL_CONTEXT = 'catalogue'

/** The gettext context of email templates, whose placeholders and optional parts are those of `formatTemplate`. */
export const TEMPLATE_CONTEXT = 'email'

export type Translations = {
  messages: Record<string, CompiledMessage>
  /** By the English text. */
  labels: Map<string, string>
  templates: Map<string, string>
}

/** Reads a gettext file. Entries without a translation are left out. */
export function readTranslations(path: string): Translations {
  const translations: Translations = { messages: {}, labels: new Map(), templates: new Map() }
  for (const { msgid, msgctxt, msgstr } of PO.parse(readFileSync(path, 'utf8')).items) {
    const [text] = msgstr
    if (!text) continue
    if (msgctxt === LABEL_CONTEXT) translations.labels.set(msgid, text)
    else if (msgctxt === TEMPLATE_CONTEXT) translations.templates.set(msgid, text)
    else translations.messages[getTranslationKey(compile(msgid))] = compile(text)
  }
  return translations
}
