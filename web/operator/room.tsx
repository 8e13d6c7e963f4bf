import { type ReactNode, useId } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api.ts'
import { isChunkError } from '#web/platform/chunks.ts'
import { ChunkFailed } from '#web/shell/error-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { operatorWords } from './words.ts'

const t = reader(operatorWords)

/** The frame of a room of the console. */
export function Room({ title, text, acts, children }: { title: ReactNode; text?: ReactNode; acts?: ReactNode; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="main op-main">
      <div className="row between wrapx">
        <div className="stack s4 min0">
          <h1 className="d1">{title}</h1>
          {text && <p className="mut">{text}</p>}
        </div>
        {acts && <div className="row g8 wrapx">{acts}</div>}
      </div>
      {children}
    </main>
  )
}

/** A card with its heading. */
export function RoomCard({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="cardx p24 stack" aria-labelledby={id}>
      <div className="row between wrapx">
        <h2 className="d3" id={id}>
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}

/** What a room shows that could not be loaded: what happened, and a way to try again. */
export function RoomError() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (isChunkError(error)) return <ChunkFailed />
  return (
    <main id="main" tabIndex={-1} className="main op-main">
      <h1 className="sr">{t('op.title')}</h1>
      <Note kind="error">{saidOf(error)}</Note>
      <div>
        <Button loading={state === 'loading'} onClick={() => revalidate()}>
          {t('op.retry')}
        </Button>
      </div>
    </main>
  )
}

// A refusal says what to do; anything else says that nothing has changed.
const saidOf = (error: unknown): string => (error instanceof ApiError ? error : new ApiError(0, {})).message
