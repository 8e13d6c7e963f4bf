import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { createOptionalPart, isChunkError, isLineError } from '#web/platform/optional.tsx'
import { useSite } from '#web/shell/site.ts'
import apologyStyles from '#web/ui/apology.module.css'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'

export const errorMessages = defineMessages({
  'error.404.title': 'This page has been wiped off.',
  'error.404.text': 'The address may be old or mistyped. Start a new search or go to the home page.',
  'error.404.search': 'Start your search',
  'error.404.home': 'Go to the home page',
  'error.404.meta': 'Page not found · Primp',
  'error.unknownRoute': 'We could not find that page, so here is the home page.',
  'error.unknownRoute.dismiss': 'Dismiss',
  'error.500.title': 'Something broke on our side.',
  'error.500.text':
    'Your search and answers are saved. Try again in a moment. If it happens again, send us this number: {requestId}.',
  'error.500.retry': 'Try again',
  'error.500.help': 'Get help',
  'error.503.title': 'Back in a few minutes.',
  'error.503.text': 'We are working on the site. Your bookings are safe.',
  'error.chunk.title': 'Part of this page did not load.',
  'error.chunk.text': 'Check your connection and reload the page. Your search is saved.',
  'error.chunk.reload': 'Reload',
  'error.section': 'We could not load this section.',
  'error.picture': 'Picture not available',
})

const t = createTranslator(errorMessages)

const NotFound = createOptionalPart(() => import('./not-found.tsx').then((m) => m.NotFound), ChunkFailed)

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

/** Offers a reload after a script or its data failed to load. */
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

/** Fallback of an opened part that failed to load: shows a message and closes it. */
export function Missing({ open = true, onClose }: { open?: boolean; onClose?: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each time that it is opened
  useEffect(() => {
    if (!open) return
    showToast('warning', t('error.chunk.title'))
    onClose?.()
  }, [open])
  return null
}
