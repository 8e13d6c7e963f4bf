import { useEffect, useState } from 'react'
import type { ClientImport, ImportRow } from '#contract/bookings/own-import.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { download } from '#web/platform/download.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ImportRows } from './import-rows.tsx'
import { useImportWords } from './use-import-words.ts'

const POLL_MS = 1_000
const OFFLINE_POLL_MS = 5_000

/** Whether an import still works in the background. */
export const isOpen = ({ state }: Pick<ClientImport, 'state'>): boolean =>
  state === 'queued' || state === 'running' || state === 'undoing'

interface ResultProps {
  started: ClientImport
  /** Called when its state has changed. */
  onChange: (one: ClientImport) => void
}
interface Shown {
  one: ClientImport
  notable: ImportRow[]
  more: number
}

/** An import while it runs, with its progress, and what came of it. */
export function ImportResult({ started, onChange }: ResultProps) {
  const { t, day, progress, summary } = useImportWords()
  const { said, waiting, run } = useAct()
  const [shown, setShown] = useState<Shown>({ one: started, notable: [], more: 0 })
  const [isOffline, setOffline] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { one, notable, more } = shown
  const open = isOpen(one)
  // The import goes on while the page is open, which no loader can tell.
  useEffect(() => {
    if (isLoaded && !open) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const poll = async () => {
      const answer = await browserApi()
        .ownImport.show({ importId: started.id })
        .catch(() => null)
      if (isLeft) return
      setOffline(!answer)
      if (answer) {
        setShown({ one: answer.import, notable: answer.notable, more: answer.more })
        setLoaded(!isOpen(answer.import))
        onChange(answer.import)
      }
      if (!answer || isOpen(answer.import)) timer = setTimeout(poll, answer ? POLL_MS : OFFLINE_POLL_MS)
    }
    poll()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [started.id, open, isLoaded, onChange])
  const undo = async () => {
    setAsking(false)
    const done = await run((key) => browserApi().ownImport.undo({ importId: one.id }, { key }))
    if (!done) return
    setShown({ one: done.answer.import, notable: [], more: 0 })
    setLoaded(false)
  }
  const save = async () => {
    const done = await run(() => browserApi().ownImport.report({ importId: one.id }), { as: 'report' })
    if (done) download('import-result.csv', done.answer.report)
  }
  const file = one.fileName || t('import.untitled')
  const { doneRows: done, totalRows: total } = one
  const title = {
    queued: 'import.running',
    running: 'import.running',
    undoing: 'import.undoing',
    done: 'import.done',
    failed: 'import.failed',
    undone: 'import.undone',
  } as const
  return (
    <>
      <TitledCard title={t(title[one.state], { file })}>
        {open && (
          <>
            <progress max={total} value={done} aria-label={t(title[one.state], { file })} />
            <p role="status">{progress(done, total)}</p>
            <p className="muted">{t('import.running.text')}</p>
          </>
        )}
        {isOffline && <Note kind="error">{t('import.offline')}</Note>}
        {one.state === 'failed' && (
          <Note kind="error">{t('import.failed.text', { done: String(done), total: String(total) })}</Note>
        )}
        {!open && <p role="status">{summary(total, one.counts)}</p>}
        {said && <Note kind="error">{said}</Note>}
        {!open && (
          <div className="row gap-12 wrapping">
            <Button kind="secondary" size="small" disabled={waiting} onClick={save}>
              {t('import.download.result')}
            </Button>
            {one.undoUntil && (
              <>
                <Button kind="secondary" size="small" loading={waiting} onClick={() => setAsking(true)}>
                  {t('import.undo')}
                </Button>
                <span className="muted">{t('import.undo.until', { day: day(one.undoUntil) })}</span>
              </>
            )}
          </div>
        )}
      </TitledCard>
      <ImportRows rows={notable} more={more} t={t} />
      <Confirm
        open={isAsking}
        title={t('import.undo.title')}
        act={t('import.undo')}
        wayOut={t('import.undo.back')}
        danger
        onAct={undo}
        onClose={() => setAsking(false)}>
        {t('import.undo.text')}
      </Confirm>
    </>
  )
}
