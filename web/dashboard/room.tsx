import { type ReactNode, useId } from 'react'
import { Link, useRevalidator, useRouteError } from 'react-router'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api.ts'
import { isChunkError } from '#web/platform/chunks.ts'
import { ChunkFailed } from '#web/shell/error-page.tsx'
import { useSite } from '#web/shell/site.ts'
import { shellWords } from '#web/shell/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { useDashboardWords, useOwn } from './own.tsx'

/** The frame of a room: its heading, what stands beside it, its content. */
export function Room({ title, text, acts, children }: { title: ReactNode; text?: ReactNode; acts?: ReactNode; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="main">
      <div className="row between wrapx room-head">
        <div className="stack s4">
          <h1 className="d1">{title}</h1>
          {text && <p className="mut">{text}</p>}
        </div>
        {acts && <div className="row g8 wrapx">{acts}</div>}
      </div>
      {children}
      <RoomFoot />
    </main>
  )
}

/** Where help is, at the same place in every room, and that the market is made up where it is. */
function RoomFoot() {
  const { profile } = useOwn()
  const site = useSite()
  const s = reader(shellWords, profile.countryCode)
  return (
    <p className="room-foot small mut">
      <Link className="link tap" to="/content/help">{s('shell.help.inline')}</Link>
      {site?.sample && <span>{s('shell.sample.mark')}</span>}
    </p>
  )
}

/** A card of a room with its heading. */
export function RoomCard({ title, beside, children, className }: { title: string; beside?: ReactNode; children: ReactNode; className?: string }) {
  const id = useId()
  return (
    <section className={`cardx p24 stack ${className ?? ''}`} aria-labelledby={id}>
      <div className="row between wrapx">
        <h2 className="d3" id={id}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  )
}

/** What a room shows that could not be loaded: what happened, and a way to try again. */
export function RoomError() {
  const t = useDashboardWords()
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (isChunkError(error)) return <ChunkFailed />
  return (
    <main id="main" tabIndex={-1} className="main">
      <h1 className="sr">{t('pd.title')}</h1>
      <Note kind="error">{error instanceof ApiError && error.status !== 0 && error.status < 500 ? error.message : t('error.section')}</Note>
      <div>
        <Button loading={state === 'loading'} onClick={() => revalidate()}>{t('toast.retry')}</Button>
      </div>
    </main>
  )
}
