import { type ChangeEvent, useState } from 'react'
import { Link } from 'react-router'
import type { ImportPreview, ImportTarget, LeftRow } from '#contract/bookings/own-import.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { ownImport } from '#contract/bookings/own-import.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ColumnTable } from './column-table.tsx'
import { useClientWords } from './use-client-words.ts'

export const clientLoader = membersOnly(() => null)

type Brought = OutputOf<typeof ownImport.run>
interface Asked {
  content: string
  mapping?: ImportTarget[]
  dayFirst?: boolean
}

/** Clients and appointments of another book: the file is looked at first, its columns are named, and then it is brought. */
export default function ImportPage() {
  const { t } = useClientWords()
  const { said, waiting, isDoing, run } = useAct()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [brought, setBrought] = useState<Brought | null>(null)
  const [unread, setUnread] = useState(false)
  const look = async (next: Asked) => {
    setAsked(next)
    const done = await run(() => browserApi().ownImport.preview(next), { as: 'look' })
    if (done) setPreview(done.answer)
  }
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    setBrought(null)
    setPreview(null)
    const content = await file.text().catch(() => null)
    setUnread(content === null)
    if (content !== null) await look({ content })
  }
  const bring = async () => {
    if (!asked || !preview) return
    const mapping = preview.columns.map(({ target }) => target)
    const done = await run(
      (key) => browserApi().ownImport.run({ content: asked.content, mapping, dayFirst: preview.dayFirst }, { key }),
      { as: 'bring' },
    )
    if (done) setBrought(done.answer)
  }
  return (
    <DashboardFrame
      title={t('import.title')}
      text={
        <Link className="link tap-target" to="/dashboard/clients">
          {t('client.all')}
        </Link>
      }>
      <div className="card pad-24 stack">
        <p className="muted">{t('import.text')}</p>
        <TextField
          type="file"
          accept=".csv,text/csv,text/plain"
          label={t('import.file')}
          error={unread ? t('import.file.unread') : null}
          onChange={choose}
        />
        {said && <Note kind="error">{said}</Note>}
      </div>
      {brought && (
        <>
          <div role="status">
            <Note kind="success">{t('import.brought', countsSaid(brought.counts, t))}</Note>
          </div>
          {brought.left.length > 0 && <Left rows={brought.left} file={brought.leftFile} />}
        </>
      )}
      {preview && !brought && asked && (
        <>
          <TitledCard title={t('import.columns')}>
            <ColumnTable
              columns={preview.columns}
              onChange={(mapping) => {
                setPreview({
                  ...preview,
                  columns: preview.columns.map((one, i) => ({ ...one, target: mapping[i] ?? one.target })),
                })
                look({ ...asked, mapping })
              }}
            />
            {preview.columns.some(({ target }) => target === 'date') && (
              <fieldset className="stack gap-4">
                <legend className="field-label">{t('import.order')}</legend>
                {([true, false] as const).map((dayFirst) => (
                  <Radio
                    key={String(dayFirst)}
                    name="order"
                    checked={preview.dayFirst === dayFirst}
                    onChange={() => look({ ...asked, mapping: preview.columns.map(({ target }) => target), dayFirst })}>
                    {t(dayFirst ? 'import.order.day' : 'import.order.month')}
                  </Radio>
                ))}
              </fieldset>
            )}
          </TitledCard>
          {preview.left.length > 0 && <Left rows={preview.left} file={null} />}
          <div className="card pad-24 stack">
            <p role="status">{t('import.brings', countsSaid(preview.counts, t))}</p>
            <div>
              {preview.counts.clients + preview.counts.appointments > 0 ? (
                <Button loading={isDoing('bring')} disabled={waiting} onClick={bring}>
                  {t('import.run')}
                </Button>
              ) : (
                <p className="muted">{t('import.none')}</p>
              )}
            </div>
          </div>
        </>
      )}
    </DashboardFrame>
  )
}

type Words = ReturnType<typeof useClientWords>['t']
const countsSaid = ({ clients, appointments, known }: ImportPreview['counts'], t: Words) => ({
  clients: t('import.clients', { n: clients }),
  appointments: t('import.appointments', { n: appointments }),
  known: t('import.known', { n: known }),
})

const atOnce = 20

/** Rows that are not taken, each with its line and its reason; afterwards as a file of their own. */
function Left({ rows, file }: { rows: readonly LeftRow[]; file: string | null }) {
  const { t } = useClientWords()
  const download = () => {
    const address = URL.createObjectURL(new Blob([file ?? ''], { type: 'text/csv' }))
    Object.assign(document.createElement('a'), { href: address, download: 'rows-not-taken.csv' }).click()
    URL.revokeObjectURL(address)
  }
  return (
    <TitledCard title={t(file === null ? 'import.left' : 'import.left.after', { n: rows.length })}>
      {file === null ? (
        <p className="muted">{t('import.left.text')}</p>
      ) : (
        <div>
          <Button kind="secondary" size="small" onClick={download}>
            {t('import.left.download')}
          </Button>
        </div>
      )}
      <ul className={moneyListStyles.moneyList}>
        {rows.slice(0, atOnce).map(({ line, cells, why }) => (
          <li key={line}>
            <div className="stack gap-4 can-shrink">
              <span>
                <b className="bold">{t('import.line', { line })}</b>: {t(`import.why.${why}`)}
              </span>
              <span className="small muted">{cells.filter((cell) => cell.trim()).join(' · ')}</span>
            </div>
          </li>
        ))}
      </ul>
      {rows.length > atOnce && <p className="muted">{t('import.left.more', { n: rows.length - atOnce })}</p>}
    </TitledCard>
  )
}

export { DashboardError as ErrorBoundary }
