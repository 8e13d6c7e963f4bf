import type { ComponentProps } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { toApiError } from '#web/platform/api/api.ts'
import { isChunkError } from '#web/platform/optional.tsx'
import { ChunkFailed } from '#web/shell/pages/error-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import titledPageStyles from '#web/ui/titled-page.module.css'
import { TitledPage } from '#web/ui/titled-page.tsx'
import styles from './console-frame.module.css'
import { operatorMessages } from './messages.ts'

const t = createTranslator(operatorMessages)

export const ConsoleFrame = (frame: ComponentProps<typeof TitledPage>) => (
  <TitledPage {...frame} className={styles.main} />
)

export function ConsoleError() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (isChunkError(error)) return <ChunkFailed />
  // A page without input can only have an invalid address.
  const { code, message } = toApiError(error)
  return (
    <main id="main" tabIndex={-1} className={joinClasses(titledPageStyles.main, styles.main)}>
      <h1 className="visually-hidden">{t('operator.title')}</h1>
      <Note kind="error">{code === 'invalid_input' ? t('operator.nowhere') : message}</Note>
      <div>
        <Button loading={state === 'loading'} onClick={() => revalidate()}>
          {t('operator.retry')}
        </Button>
      </div>
    </main>
  )
}
