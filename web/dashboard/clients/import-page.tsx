import { Download } from 'lucide-react'
import { type ChangeEvent, Fragment, useCallback, useEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import {
  type ClientImport,
  type ImportAnswer,
  importLimits,
  type ImportPreview,
  type ImportRow,
} from '#contract/calendar/client-imports.ts'
import { formatNumber } from '#contract/format.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import factsStyles from '#web/ui/facts.module.css'
import howStepsStyles from '#web/ui/how-steps.module.css'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { saveWithClientTerms } from './client-data.tsx'
import { ImportOptionsCards, type ReadOptions } from './import-options.tsx'
import { ImportRows } from './import-rows.tsx'
import { useImportMessages } from './import-messages.ts'

export const clientLoader = requireSession(async () => (await browserApi().clientImport.list({})).imports)

/** The chosen file and changed options. */
interface Chosen {
  content: string
  fileName: string
  options: ReadOptions
  answers: ReadonlyMap<number, ImportAnswer>
}
const toInput = ({ content, fileName, options, answers }: Chosen) => ({
  ...options,
  content,
  fileName,
  answers: [...answers.values()],
})

export default function ImportPage() {
  const [imports, setImports] = useState(useLoaderData<typeof clientLoader>())
  const { t, day, summary } = useImportMessages()
  const { formError, pending, isPending, run } = useForm()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [isStale, setStale] = useState(false)
  const [fileError, setFileError] = useState<'import.file.unread' | 'import.file.large' | null>(null)
  const [shownId, setShownId] = useState(imports.find(isOpen)?.id ?? null)
  const shown = imports.find(({ id }) => id === shownId)
  const isBusy = imports.some(isOpen)
  const update = useCallback(
    (one: ClientImport) => setImports((all) => [one, ...all.filter(({ id }) => id !== one.id)].sort(compareNewest)),
    [],
  )

  const loadPreview = async (next: Chosen) => {
    setChosen(next)
    const done = await run(() => browserApi().clientImport.preview(toInput(next)), { name: 'preview' })
    if (!done) return
    setPreview(done.answer)
    setStale(false)
  }
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    setPreview(null)
    setShownId(null)
    setChosen(null)
    const content = file.size > importLimits.bytes ? null : await readBase64(file)
    setFileError(content !== null ? null : file.size > importLimits.bytes ? 'import.file.large' : 'import.file.unread')
    if (content !== null)
      await loadPreview({ content, fileName: file.name.slice(0, 200), options: {}, answers: new Map() })
  }
  const change = (options: ReadOptions) =>
    chosen && loadPreview({ ...chosen, options: { ...chosen.options, ...options } })
  const answer = (one: ImportAnswer) => {
    if (!chosen) return
    setChosen({ ...chosen, answers: new Map(chosen.answers).set(one.row, one) })
    setStale(true)
  }
  const start = async () => {
    if (!chosen) return
    const done = await run(
      (key) => saveWithClientTerms(() => browserApi().clientImport.run(toInput(chosen), { key })),
      {
        name: 'start',
      },
    )
    if (!done) return
    update(done.answer.import)
    setShownId(done.answer.import.id)
    setPreview(null)
    setChosen(null)
  }
  const save = async () => {
    if (!chosen) return
    const done = await run(() => browserApi().clientImport.preview({ ...toInput(chosen), report: true }), {
      name: 'report',
    })
    if (done) downloadFile('import-preview.csv', done.answer.report)
  }
  const counts = preview?.counts
  const bringsNothing = counts !== undefined && counts.same + counts.left === preview?.rows && counts.clientsNew === 0
  return (
    <DashboardFrame
      title={t('import.title')}
      text={t('import.text')}
      back={{ to: '/dashboard/clients', label: t('import.back') }}>
      <div className="card pad-24 stack">
        <TextField
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          label={t('import.file')}
          hint={t('import.file.hint', { rows: formatNumber(importLimits.rows), size: importLimits.bytes / 1_000_000 })}
          error={fileError && t(fileError)}
          disabled={isBusy}
          onChange={choose}
        />
        {isPending('preview') && !preview && <p role="status">{t('import.reading')}</p>}
        {formError && <Note kind="error">{formError}</Note>}
      </div>
      {!chosen && !shown && <ImportHelp />}
      {shown && <ImportResult key={shown.id} started={shown} onChange={update} />}
      {preview && chosen && (
        <>
          <ImportOptionsCards preview={preview} t={t} disabled={pending} onChange={change} />
          <ImportRows rows={preview.notable} more={preview.more} t={t} answers={chosen.answers} onAnswer={answer} />
          <TitledCard title={t('import.preview')}>
            <p role="status">{summary(preview.rows, preview.counts)}</p>
            {bringsNothing && !isStale && <p className="muted">{t('import.none')}</p>}
            {isStale && <p className="muted">{t('import.stale')}</p>}
            <div className="row gap-12 wrapping">
              <Button
                loading={isPending('start')}
                disabled={pending || isBusy || (bringsNothing && !isStale)}
                onClick={start}>
                {t('import.start')}
              </Button>
              {isStale && (
                <Button
                  kind="secondary"
                  loading={isPending('preview')}
                  disabled={pending}
                  onClick={() => loadPreview(chosen)}>
                  {t('import.update')}
                </Button>
              )}
              <Button kind="secondary" loading={isPending('report')} disabled={pending} onClick={save}>
                {t('import.download.preview')}
              </Button>
            </div>
          </TitledCard>
        </>
      )}
      {imports.length > 0 && (
        <TitledCard title={t('import.earlier')}>
          <ul className={moneyListStyles.moneyList}>
            {imports.map((one) => (
              <li key={one.id}>
                <div className="stack gap-4 can-shrink">
                  <span>
                    <b className="bold">{one.fileName || t('import.untitled')}</b> · {day(one.createdAt)}
                  </span>
                  <span className="small muted">{summary(one.totalRows, one.counts)}</span>
                </div>
                {one.id !== shownId && (
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={t('import.show.label', { file: one.fileName || t('import.untitled') })}
                    onClick={() => setShownId(one.id)}>
                    {t('import.show')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </TitledCard>
      )}
    </DashboardFrame>
  )
}

const compareNewest = (a: ClientImport, b: ClientImport): number => b.createdAt.localeCompare(a.createdAt)

/** Returns a file's bytes in base64, or null if it cannot be read. */
const readBase64 = (file: File): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })

const steps = ['file', 'preview', 'start'] as const
const needs = ['required', 'clients', 'appointments', 'others'] as const

/** A file with every column that an artist's own table usually has. */
const exampleFile = [
  'Name,Email,Phone,Allergies,Date,Start time,Length,Services,Place,Price,Note',
  'Ada Obi,ada@example.com,07700 900142,Latex,24/11/2026,10:00,60,Bridal trial,Hackney,65,Prefers warm colours',
  'Eve Lund,eve@example.com,,,,,,,,,Met at a wedding',
].join('\r\n')

/** The steps of an import and what the file contains, until a file is chosen. */
function ImportHelp() {
  const { t } = useImportMessages()
  return (
    <>
      <TitledCard title={t('import.steps')}>
        <ol className={howStepsStyles.howSteps}>
          {steps.map((step) => (
            <li key={step}>
              <h3 className="title">{t(`import.step.${step}`)}</h3>
              <p>{t(`import.step.${step}.text`, { days: importLimits.undoDays })}</p>
            </li>
          ))}
        </ol>
      </TitledCard>
      <TitledCard
        title={t('import.needs')}
        beside={
          <Button kind="secondary" size="small" onClick={() => downloadFile('clients-example.csv', exampleFile)}>
            <Download className="icon" aria-hidden="true" />
            {t('import.example')}
          </Button>
        }>
        <dl className={factsStyles.facts}>
          {needs.map((need) => (
            <Fragment key={need}>
              <dt>{t(`import.needs.${need}`)}</dt>
              <dd>{t(`import.needs.${need}.text`)}</dd>
            </Fragment>
          ))}
        </dl>
      </TitledCard>
    </>
  )
}

export { DashboardError as ErrorBoundary }

const POLL_MS = 1_000
const OFFLINE_POLL_MS = 5_000

const isOpen = ({ state }: Pick<ClientImport, 'state'>): boolean =>
  state === 'queued' || state === 'running' || state === 'undoing'

interface ResultProps {
  started: ClientImport
  onChange: (one: ClientImport) => void
}
interface Shown {
  one: ClientImport
  notable: ImportRow[]
  more: number
}

function ImportResult({ started, onChange }: ResultProps) {
  const { t, day, progress, summary } = useImportMessages()
  const { formError, pending, run } = useForm()
  const [shown, setShown] = useState<Shown>({ one: started, notable: [], more: 0 })
  const [isOffline, setOffline] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { one, notable, more } = shown
  const open = isOpen(one)
  // Polls while the page is open.
  useEffect(() => {
    if (isLoaded && !open) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const poll = async () => {
      const answer = await browserApi()
        .clientImport.show({ importId: started.id })
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
    const done = await run((key) => browserApi().clientImport.undo({ importId: one.id }, { key }))
    if (!done) return
    setShown({ one: done.answer.import, notable: [], more: 0 })
    setLoaded(false)
  }
  const save = async () => {
    const done = await run(() => browserApi().clientImport.report({ importId: one.id }), { name: 'report' })
    if (done) downloadFile('import-result.csv', done.answer.report)
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
        {formError && <Note kind="error">{formError}</Note>}
        {!open && (
          <div className="row gap-12 wrapping">
            <Button kind="secondary" size="small" disabled={pending} onClick={save}>
              {t('import.download.result')}
            </Button>
            {one.undoUntil && (
              <>
                <Button kind="secondary" size="small" loading={pending} onClick={() => setAsking(true)}>
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
