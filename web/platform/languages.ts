import { createTranslate, isLoaded, type Language, loadTranslation } from '#contract/i18n/language.ts'

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
