import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api.ts'
import { isChunkError } from '#web/platform/chunks.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Picture } from '#web/ui/picture.tsx'
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

/** A palette with pans wiped out: the pictures by name, null where a pan is empty. */
const wiped = ['halloween-1', 'hero-9', null, null, 'hero-6', 'hero-4', 'join-1', null, 'hero-5'] as const

/** The page for an address that leads nowhere. */
export function NotFound() {
  return (
    <main id="main" tabIndex={-1} className="wrap lost">
      <div className="stack s24">
        <span className="num lost-number">404</span>
        <h1 className="hero-t">{t('error.404.title')}</h1>
        <p className="lead">{t('error.404.text')}</p>
        <div className="row wrapx">
          <ButtonLink kind="search" size="large" to="/?stage=location">
            <Search className="i" aria-hidden="true" />
            {t('error.404.search')}
          </ButtonLink>
          <ButtonLink kind="secondary" size="large" to="/">
            {t('error.404.home')}
          </ButtonLink>
        </div>
      </div>
      <div className="casing" aria-hidden="true">
        <div className="pal">
          {wiped.map((name, index) => (
            <div key={name ?? index} className={classes('pan', index === 0 && 'x2', name === null && 'wiped')}>
              {name && <Picture src={`/pictures/site/${name}.svg`} alt="" width={320} height={320} />}
            </div>
          ))}
        </div>
      </div>
    </main>
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

function Sorry({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="wrap sorry">
      <h1 className="d1">{title}</h1>
      <p className="lead">{text}</p>
      <div className="row wrapx">{children}</div>
    </main>
  )
}
