import { type ChangeEvent, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatDuration, formatMoney, zonedDay } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { ImportLine, profileImport } from '#contract/reviews/profile-import.ts'
import { maxReviewExportBytes } from '#contract/reviews/review-words.ts'
import type { Country } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { Note } from '#web/ui/note.tsx'
import { reviewExportMessages } from './review-export-messages.ts'

/** A preview with the content and number of its file. */
type Preview = OutputOf<typeof profileImport.preview> & { file: unknown; no: number }
type Imported = OutputOf<typeof profileImport.run>

/** Imports the artist's signed export of another site, with a preview. */
export function BringProfileCard({ country }: { country: Country }) {
  const t = createTranslator(reviewExportMessages, country)
  const id = useId()
  const { run, isPending, pending, formError, errors, setErrors } = useForm()
  const [preview, setPreview] = useState<Preview | null>(null)
  const [imported, setImported] = useState<Imported | null>(null)
  const result = useRef<HTMLDivElement>(null)
  // Ignores outdated responses.
  const turn = useRef(0)

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    const mine = ++turn.current
    setPreview(null)
    setImported(null)
    const isLarge = file.size > maxReviewExportBytes
    const content = isLarge ? null : await readJson(file)
    if (turn.current !== mine) return
    if (content === null) {
      setErrors({ file: t(isLarge ? 'check.big' : 'check.unreadable') })
      return
    }
    const done = await run(() => browserApi().profileImport.preview({ file: content }), { name: `preview ${mine}` })
    if (done && turn.current === mine) setPreview({ ...done.answer, file: content, no: mine })
  }
  const isImporting = preview !== null && isPending(`import ${preview.no}`)
  const start = async ({ file, no }: Preview) => {
    const done = await run((key) => browserApi().profileImport.run({ file }, { key }), {
      name: `import ${no}`,
      reveal: () => result.current,
    })
    if (!done) return
    setImported(done.answer)
    setPreview(null)
  }
  const lines = (imported ?? preview)?.lines ?? []
  const coming = lines.filter(({ outcome }) => outcome !== 'skipped')
  const when = imported ? 'done' : 'preview'
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 className="title" id={id}>
        {t('bring.title')}
      </h3>
      <p className="muted">{t('bring.text')}</p>
      <p className="muted">{t('bring.pictures')}</p>
      <TextField
        type="file"
        name="file"
        accept="application/json,.json"
        label={t('bring.file')}
        error={errors['file'] ?? null}
        disabled={isImporting}
        // Otherwise choosing the same file again would be ignored.
        onClick={({ currentTarget }) => {
          currentTarget.value = ''
        }}
        onChange={choose}
      />
      {pending && !isImporting && <p role="status">{t('bring.reading')}</p>}
      {preview && (
        <div className="stack gap-4" role="status">
          <p>
            {t('bring.preview', {
              site: preview.site,
              name: preview.name,
              date: formatDate(zonedDay(preview.issuedAt, 'UTC'), country),
            })}
          </p>
          {coming.length === 0 && <p>{t('bring.none')}</p>}
        </div>
      )}
      {imported && (
        <div ref={result} tabIndex={-1}>
          <Note kind="success" answers={false}>
            <p>{t('bring.done', { site: imported.site })}</p>
            {coming.some(({ part }) => part === 'service') && (
              <Link className="link tap-target" to="/dashboard/services">
                {t('bring.prices')}
              </Link>
            )}
          </Note>
        </div>
      )}
      <Lines title={t(`bring.added.${when}`)} lines={coming.filter(({ outcome }) => outcome === 'added')} t={t} />
      <Lines title={t(`bring.changed.${when}`)} lines={coming.filter(({ outcome }) => outcome === 'changed')} t={t} />
      <Lines title={t('bring.skipped')} lines={lines.filter(({ outcome }) => outcome === 'skipped')} t={t} />
      {preview && coming.some(({ part }) => part === 'service') && <p>{t('bring.live')}</p>}
      {formError && <Note kind="error">{formError}</Note>}
      {preview && coming.length > 0 && (
        <div>
          <Button loading={isImporting} onClick={() => start(preview)}>
            {t('bring.act')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Returns parsed JSON, or null if the file has none. */
async function readJson(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text())
  } catch {
    return null
  }
}

type Text = ReturnType<typeof createTranslator<typeof reviewExportMessages>>
interface LinesProps {
  title: string
  lines: readonly ImportLine[]
  t: Text
}

function Lines({ title, lines, t }: LinesProps) {
  const id = useId()
  if (lines.length === 0) return null
  return (
    <section className="stack gap-4" aria-labelledby={id}>
      <h3 className="title" id={id}>
        {title}
      </h3>
      <ul className={moneyListStyles.moneyList}>
        {lines.map((line, i) => (
          <li key={i}>
            <div className="stack gap-4 can-shrink">
              <span className="bold">
                {t(`bring.part.${line.part}`, { name: line.name, title: line.title, n: line.count })}
              </span>
              {describe(line, t).map((text) => (
                <span key={text} className="small muted">
                  {text}
                </span>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describe({ part, outcome, why, terms }: ImportLine, t: Text): string[] {
  const said: string[] = []
  if (terms)
    said.push(
      t('bring.terms', {
        price: formatMoney(terms.price, terms.currency),
        earned: formatMoney(terms.earned, terms.currency),
        time: formatDuration(terms.minutes),
      }),
    )
  if (part === 'reviews' && outcome === 'added') said.push(t('bring.elsewhere'))
  if (why) said.push(why.charAt(0).toUpperCase() + why.slice(1))
  return said
}
