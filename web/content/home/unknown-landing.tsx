import { X } from 'lucide-react'
import { useState } from 'react'
import { createTranslator } from '#contract/i18n/messages.ts'
import { errorMessages } from '#web/shell/pages/error-page.tsx'
import { usePageCountry } from '#web/shell/page-country.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Landing } from './landing.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './unknown-landing.module.css'

const e = createTranslator(errorMessages)

export function UnknownLanding({ home, settings }: Pick<Parameters<typeof Landing>[0], 'home' | 'settings'>) {
  const [line, setLine] = useState(true)
  return (
    <main id="main" tabIndex={-1}>
      {line && (
        <div className="fig-ground on-fig">
          <p className={joinClasses('page-width row small space-between', styles.line)} role="status">
            {e('error.unknownRoute')}
            <IconButton label={e('error.unknownRoute.dismiss')} onClick={() => setLine(false)}>
              <X className="icon" aria-hidden="true" />
            </IconButton>
          </p>
        </div>
      )}
      <Landing home={home} settings={settings} country={usePageCountry()} />
    </main>
  )
}
