import { isRouteErrorResponse, useRouteError } from 'react-router'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api.ts'
import { isChunkError } from '#web/platform/chunks.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { errorWords } from './error-words.ts'
import { useSite } from './site.ts'

const t = reader(errorWords)

/** What a page shows that could not be made: not found, not loaded, busy, or broken. */
export function ErrorPage() {
  const error = useRouteError()
  const site = useSite()
  const status = isRouteErrorResponse(error) || error instanceof ApiError ? error.status : 500
  if (status === 404) return <NotFound />
  if (isChunkError(error)) return <ChunkFailed />
  const busy = status === 503
  const requestId = (error instanceof ApiError && error.requestId) || site?.requestId || ''
  return (
    <Sorry title={t(busy ? 'error.503.title' : 'error.500.title')} text={t(busy ? 'error.503.text' : 'error.500.text', { requestId })}>
      <Button onClick={() => window.location.reload()}>{t('error.500.retry')}</Button>
      <ButtonLink kind="secondary" to="/content/help">
        {t('error.500.help')}
      </ButtonLink>
    </Sorry>
  )
}

/** The page for an address that leads nowhere. */
export function NotFound() {
  return (
    <Sorry title={t('error.404.title')} text={t('error.404.text')} picture>
      <ButtonLink kind="search" to="/?stage=location">
        {t('error.404.search')}
      </ButtonLink>
      <ButtonLink kind="secondary" to="/">
        {t('error.404.home')}
      </ButtonLink>
    </Sorry>
  )
}

/** A script of the page did not come: say so and offer to load it again. */
export function ChunkFailed() {
  return (
    <Sorry title={t('error.chunk.title')} text={t('error.chunk.text')}>
      <Button onClick={() => window.location.reload()}>{t('error.chunk.reload')}</Button>
    </Sorry>
  )
}

function Sorry({ title, text, picture, children }: { title: string; text: string; picture?: boolean; children: React.ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="wrap sorry">
      {picture && <Smudge />}
      <h1 className="d1">{title}</h1>
      <p className="lead">{text}</p>
      <div className="row wrapx">{children}</div>
    </main>
  )
}

/** A swatch wiped off: three strokes thinning out. */
function Smudge() {
  return (
    <svg className="smudge" viewBox="0 0 320 120" aria-hidden="true">
      <g fill="none" strokeLinecap="round">
        <path d="M24 40 Q120 20 250 38" stroke="var(--p-lacquer)" strokeWidth="30" opacity=".95" />
        <path d="M40 70 Q160 58 292 74" stroke="var(--p-lacquer)" strokeWidth="20" opacity=".5" />
        <path d="M70 96 Q180 88 300 100" stroke="var(--p-lacquer)" strokeWidth="10" opacity=".25" />
      </g>
    </svg>
  )
}
