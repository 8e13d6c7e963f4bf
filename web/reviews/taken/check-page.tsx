import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, type MetaFunction } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatScore, zonedDay } from '#contract/format.ts'
import { maxReviewExportBytes } from '#contract/reviews/review-words.ts'
import type { reviewExport } from '#contract/reviews/review-export.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { type Errors, useForm } from '#web/platform/use-form.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import styles from './check-page.module.css'
import { reviewExportMessages } from './review-export-messages.ts'

const t = createTranslator(reviewExportMessages)

export const meta: MetaFunction = ({ matches }) =>
  createHead({ title: `${t('check.title')} · Primp`, publicUrl: getPublicUrl(matches), noindex: true })

export default function CheckPage() {
  const [checked, setChecked] = useState<OutputOf<typeof reviewExport.check> | null>(null)
  const [pasted, setPasted] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { formError, errors, pending, run } = useForm({ form })
  // Ignores outdated responses.
  const turn = useRef(0)
  const check = async (text: string | null) => {
    const mine = ++turn.current
    setChecked(null)
    const done = await run(() => browserApi().reviewExport.check({ file: parsed(text ?? '') }), {
      errors: wrongWith(text),
      name: `check ${mine}`,
    })
    if (done && turn.current === mine) setChecked(done.answer)
  }
  const checkFile = async (file: File | undefined) => {
    if (file) await check(file.size > maxReviewExportBytes ? null : await file.text())
  }
  const latest = useRef(checkFile)
  latest.current = checkFile
  // Dropping anywhere works: otherwise the browser would open the file.
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      event.preventDefault()
      void latest.current(event.dataTransfer?.files[0])
    }
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
    }
  }, [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    void check(pasted)
  }
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', styles.check)}>
      <h1 className="heading-1">{t('check.title')}</h1>
      <p className="lead">{t('check.text')}</p>
      <form ref={form} className="card pad-24 stack" noValidate onSubmit={send}>
        {formError && <Note kind="error">{formError}</Note>}
        <TextField
          type="file"
          accept="application/json,.json"
          label={t('check.file')}
          name="file"
          error={errors['file'] ?? null}
          onChange={({ target }) => {
            void checkFile(target.files?.[0])
          }}
        />
        <TextAreaField
          label={t('check.paste')}
          hint={t('check.paste.hint')}
          name="paste"
          rows={4}
          spellCheck={false}
          value={pasted}
          error={errors['paste'] ?? null}
          onChange={({ target }) => setPasted(target.value)}
        />
        <div>
          <Button type="submit" loading={pending}>
            {t('check.act')}
          </Button>
        </div>
      </form>
      <div role="status">{checked && <CheckOutcome checked={checked} />}</div>
    </main>
  )
}

const wrongWith = (text: string | null): Errors => {
  if (text === null) return { file: t('check.big') }
  return text.trim() === '' ? { paste: t('check.missing') } : {}
}

/** Returns parsed JSON, or the text as it came, which the server then refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? text
  } catch {
    return text
  }
}

export function ErrorBoundary() {
  return <ErrorPage />
}

type Checked = OutputOf<typeof reviewExport.check>
const hostOf = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).host : issuer)

function CheckOutcome({ checked: { outcome, taken } }: { checked: Checked }) {
  if (outcome === 'elsewhere' && taken)
    return (
      <Found kind="info" title={t('check.elsewhere.title')}>
        <p>{t('check.elsewhere', { host: hostOf(taken.issuer) })}</p>
      </Found>
    )
  if (outcome === 'ours' && taken)
    return (
      <Found kind="success" title={t('check.ours.title')}>
        <p>{t('check.ours', { name: taken.name, date: formatDate(zonedDay(taken.issuedAt, 'UTC'), 'GB') })}</p>
        <p>
          {taken.average === null
            ? t('check.score.none')
            : t('check.score', { n: taken.reviews, average: formatScore(taken.average) })}
        </p>
        <Link className="link tap-target" to={`/@/${taken.slug}`}>
          {t('check.now', { name: taken.name })}
        </Link>
      </Found>
    )
  const said = outcome === 'changed' ? 'changed' : 'unreadable'
  return (
    <Found kind="warning" title={t(`check.${said}.title`)}>
      <p>{t(`check.${said}`)}</p>
    </Found>
  )
}

function Found({
  kind,
  title,
  children,
}: {
  kind: 'info' | 'success' | 'warning'
  title: string
  children: ReactNode
}) {
  return (
    <Note kind={kind}>
      <b className="bold">{title}</b>
      {children}
    </Note>
  )
}
