import { use } from 'react'
import { useMatches } from 'react-router'
import { isLoaded, type Language, setLanguage } from '#contract/i18n/language.ts'
import { loadLanguage } from '#web/platform/languages.ts'
import type { PageFrame, Site } from './site.ts'

/** Returns the language of the page, and shows all texts in it. Suspends until its texts are loaded. */
export function usePageLanguage(): Language {
  const matches = useMatches()
  const site = matches[0]?.loaderData as Site | undefined
  const own = matches.map(
    ({ handle, loaderData }) =>
      (handle as PageFrame | undefined)?.language ?? (loaderData as { language?: Language } | undefined)?.language,
  )
  const language = site?.pseudoLocale ? 'pseudo' : (own.findLast(Boolean) ?? 'en')
  if (!isLoaded(language)) use(loadLanguage(language))
  // Before the page renders: its texts are read from catalogues during rendering.
  setLanguage(language)
  return language
}
