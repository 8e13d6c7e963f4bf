import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { parseLocale, setLanguage } from '#contract/i18n/language.ts'
import { loadLanguage } from '#web/shell/page-language.ts'

const language = parseLocale(document.documentElement.lang)

function hydrate() {
  setLanguage(language)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
}

if (language === 'en') hydrate()
// Without its texts the page would not match the server's; if they cannot be loaded, it stays as the server sent it.
else loadLanguage(language).then(hydrate, () => {})
