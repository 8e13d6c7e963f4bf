import { use } from 'react'
import { useMatches } from 'react-router'
import {
  createTranslate,
  isLoaded,
  type Language,
  loadAtOnce,
  loadTranslation,
  setLanguage,
} from '#contract/i18n/language.ts'
import type { PageFrame, Site } from './site.ts'

const loading = new Map<Language, Promise<void>>()

/** Loads the texts of a language once; English is in the pages themselves. */
export function loadLanguage(language: Language): Promise<void> {
  const known = loading.get(language)
  if (known) return known
  const load = isLoaded(language) ? Promise.resolve() : language === 'pseudo' ? loadPseudo() : loadFrench()
  loading.set(language, load)
  load.catch(() => loading.delete(language))
  return load
}

async function loadFrench(): Promise<void> {
  const { default: french } = await import('virtual:messages/fr')
  loadTranslation('fr', createTranslate(french))
}

async function loadPseudo(): Promise<void> {
  const { pseudolocalize } = await import('#contract/i18n/pseudo.ts')
  loadTranslation('pseudo', (_, english) => pseudolocalize(english))
}

/** Returns the language of the page, and shows all texts in it. Suspends until its texts are loaded. */
export function usePageLanguage(): Language {
  const matches = useMatches()
  const site = matches[0]?.loaderData as Site | undefined
  const own = matches.map(
    ({ handle, loaderData }) =>
      (handle as PageFrame | undefined)?.language ?? (loaderData as { language?: Language } | undefined)?.language,
  )
  const language = site?.pseudoLocale ? 'pseudo' : (own.findLast(Boolean) ?? 'en')
  if (!loadAtOnce(language)) use(loadLanguage(language))
  // Before the page renders: its texts are read from catalogues during rendering.
  setLanguage(language)
  return language
}
