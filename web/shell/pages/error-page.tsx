import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { createTranslator } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { isChunkError, isLineError } from '#web/platform/chunks.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { errorMessages } from './error-messages.ts'
import { useSite } from '#web/shell/site.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import apologyStyles from '#web/ui/apology.module.css'

const t = createTranslator(errorMessages)

const NotFound = createOptionalPart(() => import('./not-found.tsx').then((m) => m.NotFound), ChunkFailed)

/** What a page shows that could not be made: not found, not loaded, busy, or broken. */
export function ErrorPage() {
  const error = useRouteError()
  const site = useSite()
  const status = isRouteErrorResponse(error) || error instanceof ApiError ? error.status : 500
  if (status === 404) {
    return <NotFound />
  }
  if (isChunkError(error) || isLineError(error)) return <ChunkFailed />
  const busy = status === 503
  const requestId = (error instanceof ApiError && error.requestId) || site?.requestId || ''
  return (
    <Sorry
      title={t(busy ? 'error.503.title' : 'error.500.title')}
      text={t(busy ? 'error.503.text' : 'error.500.text', { requestId })}>
      <Button onClick={() => window.location.reload()}>{t('error.500.retry')}</Button>
      <ButtonLink kind="secondary" to="/content/help">
        {t('error.500.help')}
      </ButtonLink>
    </Sorry>
  )
}

/** A script of the page did not come, or what it asked for: say so and offer to load it again. */
export function ChunkFailed() {
  return (
    <Sorry title={t('error.chunk.title')} text={t('error.chunk.text')}>
      <Button onClick={() => window.location.reload()}>{t('error.chunk.reload')}</Button>
    </Sorry>
  )
}

function Sorry({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width', apologyStyles.sorry)}>
      <h1 className="heading-1">{title}</h1>
      <p className="lead">{text}</p>
      <div className="row wrapping">{children}</div>
    </main>
  )
}
