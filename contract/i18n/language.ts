import type { Country } from '#contract/words.ts'

/**
 * Languages of the texts. `en` is the language of the source. `pseudo`, for tests, is English with accents in
 * brackets: a text without them is not in a message catalogue.
 */
export type Language = 'en' | 'fr' | 'pseudo'

/** A text that the build has parsed: a plain text, or parts and placeholders as the message library reads them. */
export type CompiledMessage = string | readonly unknown[]

/**
 * Returns the translation of a message by its source, the British text, or null if there is none; then `english` is
 * shown, the text in the country's spelling.
 */
export type Translate = (source: CompiledMessage, english: CompiledMessage) => CompiledMessage | null

type Current = { language: Language }
const shared: Current = { language: 'en' }
let getCurrent = (): Current => shared
const loaded = new Map<Language, Translate>()

let loadNow: ((language: Language) => void) | undefined

/**
 * Sets where the current language is kept, and how a server loads a language at once: a page that waits for its texts
 * during rendering would not match the browser's. By default there is one language for the process, as in a browser.
 */
export function setLanguageStore(read: () => Current | undefined, load: (language: Language) => void): void {
  getCurrent = () => read() ?? shared
  loadNow = load
}

/** Returns the language of the current page or mail. */
export const getLanguage = (): Language => getCurrent().language

export function setLanguage(language: Language): void {
  getCurrent().language = language
}

/** Loads a language at once if this is possible, as on a server. Returns whether it is loaded. */
export function loadAtOnce(language: Language): boolean {
  if (!isLoaded(language)) loadNow?.(language)
  return isLoaded(language)
}

/** Translations by the key of their source. */
export type Translations = Readonly<Record<string, CompiledMessage>>

/** Returns the key of a message in `Translations`. English pages carry no other identity of their messages. */
export const getTranslationKey = (source: CompiledMessage): string =>
  typeof source === 'string' ? source : JSON.stringify(source)

export const createTranslate =
  (translations: Translations): Translate =>
  (source) =>
    translations[getTranslationKey(source)] ?? null

export function loadTranslation(language: Language, translate: Translate): void {
  loaded.set(language, translate)
}

export const isLoaded = (language: Language): boolean => language === 'en' || loaded.has(language)

export const getTranslation = (language: Language): Translate | undefined => loaded.get(language)

/** Returns the locale of texts, numbers and dates: the language as spoken in the country, such as en-GB or fr-CA. */
export function getLocale(country: Country, language: Language = getLanguage()): string {
  if (language === 'pseudo') return 'en-XA'
  return language === 'fr' ? 'fr-CA' : `en-${country}`
}

/** Returns the language of an HTML `lang` attribute. */
export function parseLocale(locale: string): Language {
  if (locale === 'en-XA') return 'pseudo'
  return locale.startsWith('fr') ? 'fr' : 'en'
}
