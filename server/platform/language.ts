import { AsyncLocalStorage } from 'node:async_hooks'
import {
  createTranslate,
  getLanguage,
  isLoaded,
  type Language,
  loadTranslation,
  setLanguageStore,
} from '#contract/i18n/language.ts'
import { pseudolocalize } from '#contract/i18n/pseudo.ts'
import type { Template } from '#contract/templates.ts'
import { readTranslations, translationFiles, type Translations } from './translations.ts'

const current = new AsyncLocalStorage<{ language: Language }>()
setLanguageStore(() => current.getStore(), load)

/** Runs work, such as rendering a page or writing a mail, in a language. The language can change during the work. */
export function runInLanguage<T>(language: Language, work: () => T): T {
  if (!isLoaded(language)) load(language)
  return current.run({ language }, work)
}

let french: Translations | undefined
const getFrench = (): Translations => (french ??= readTranslations(translationFiles.fr))

/** Returns a label of the service catalogue in a language; unchanged if it has no translation. */
export const translateLabel = (label: string, language: Language): string =>
  (language === 'fr' && getFrench().labels.get(label)) || label

/** Returns an email template in the current language; unchanged if it has no translation. */
export function translateTemplate<T extends Template>(template: T): T | string {
  const translated = typeof template === 'string' && getLanguage() === 'fr' && getFrench().templates.get(template)
  return translated || template
}

function load(language: Language): void {
  if (language === 'pseudo') loadTranslation('pseudo', (_, english) => pseudolocalize(english))
  else loadTranslation('fr', createTranslate(getFrench().messages))
}
