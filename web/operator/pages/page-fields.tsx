import { ImagePlus, ArrowDown, ArrowUp, Eye, EyeOff, Plus, Trash2 } from 'lucide-react'
import { useRef, useState, useEffect } from 'react'
import {
  fieldLengths,
  fieldsOfKind,
  type PageFields,
  type FaqEdit,
  type DefaultFaq,
} from '#contract/content/page-edit.ts'
import { toPercent } from '#contract/format.ts'
import type { EditedPage } from '#contract/operator/pages.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { pictureTypes, sendPicture, shrinkPicture } from '#web/platform/pictures/upload-picture.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { FieldError, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import styles from './page-fields.module.css'
import { pageMessages } from './page-messages.ts'
import type { PageEditor } from './use-page-editor.ts'
import pageFaqsStyles from './page-faqs.module.css'

const t = createTranslator(pageMessages)
const lines = ['title', 'description', 'bannerTitle', 'bannerText'] as const

type Made = NonNullable<EditedPage['made']>

/** Fields of a page; empty ones keep the default shown below. */
export function PageFieldsCard({ page, made, editor }: { page: EditedPage; made: Made; editor: PageEditor }) {
  const { fields, change, problemOf } = editor
  const has = (field: string) => (fieldsOfKind[page.kind] as readonly string[]).includes(field)
  return (
    <>
      <TitledCard title={t('page.words')}>
        {lines.filter(has).map((field) => (
          <TextField
            key={field}
            label={t(`page.${field}`)}
            name={field}
            maxLength={fieldLengths[field]}
            value={fields[field] ?? ''}
            error={problemOf(`fields.${field}`)}
            hint={t('page.asMade', { text: made[field] ?? '' })}
            onChange={(event) => change({ [field]: event.target.value || null })}
          />
        ))}
      </TitledCard>
      {has('picture') && (
        <PagePicture
          picture={fields.picture}
          error={problemOf('fields.picture.alt')}
          onChange={(picture) => change({ picture })}
        />
      )}
      {has('faqs') && (
        <PageFaqs made={made.faqs} edit={fields.faqs} errorOf={problemOf} onChange={(faqs) => change({ faqs })} />
      )}
      {has('body') && <BodyField slots={page.slots} made={made.body ?? ''} editor={editor} />}
    </>
  )
}

function BodyField({ slots, made, editor }: { slots: readonly string[]; made: string; editor: PageEditor }) {
  const { fields, change, problems } = editor
  const wrong = problems.filter(({ path }) => path === 'fields.body')
  return (
    <TitledCard title={t('page.body.title')}>
      <p className="small muted">
        {slots.length ? t('page.slots', { slots: slots.map((slot) => `{${slot}}`).join(', ') }) : t('page.slots.none')}
      </p>
      <TextAreaField
        label={t('page.body')}
        name="body"
        rows={18}
        className={styles.pageBody}
        spellCheck
        maxLength={fieldLengths.body}
        hint={t('page.body.hint')}
        value={fields.body ?? ''}
        error={wrong[0]?.message ?? null}
        onChange={(event) => change({ body: event.target.value || null })}
      />
      {wrong.length > 1 && (
        <ul className="bullets small" aria-label={t('page.wrong')}>
          {wrong.slice(1).map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <div className="row gap-8 wrapping">
        {fields.body === null ? (
          <Button kind="secondary" onClick={() => change({ body: made })}>
            {t('page.start')}
          </Button>
        ) : (
          <Button kind="quiet" onClick={() => change({ body: null })}>
            {t('page.empty')}
          </Button>
        )}
      </div>
    </TitledCard>
  )
}

interface PagePictureProps {
  picture: PageFields['picture']
  error: string | null
  onChange: (picture: PageFields['picture']) => void
}

/** The banner picture of a page: chosen, described, or left to the page's own drawings. */
function PagePicture({ picture, error, onChange }: PagePictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const { errors, pending, formError, showErrors, clearErrors, run } = useForm()
  const refused = errors['picture'] ?? formError
  const choose = async (file: File) => {
    clearErrors()
    const shrunk = await shrinkPicture(file)
    if ('refused' in shrunk) return showErrors({ picture: t(`page.picture.${shrunk.refused}`) })
    setShare(0)
    const sent = await run(() => sendPicture(shrunk.blob, 'pages', setShare))
    if (sent) onChange({ src: sent.answer, alt: picture?.alt ?? '' })
  }
  return (
    <TitledCard title={t('page.picture')}>
      {picture ? (
        <>
          <div className={joinClasses(pictureStyles.frame, styles.pagePicture)}>
            <Picture src={picture.src} alt={picture.alt} width={320} height={200} />
          </div>
          <TextField
            label={t('page.picture.alt')}
            value={picture.alt}
            maxLength={fieldLengths.alt}
            error={error}
            onChange={(event) => onChange({ ...picture, alt: event.target.value })}
          />
        </>
      ) : (
        <p className="muted">{t('page.picture.none')}</p>
      )}
      {refused && <FieldError>{refused}</FieldError>}
      <div className="row gap-8 wrapping">
        <Button kind="secondary" loading={pending} onClick={() => input.current?.click()}>
          <ImagePlus className="icon" aria-hidden="true" /> {t(picture ? 'page.picture.other' : 'page.picture.choose')}
        </Button>
        {picture && (
          <Button kind="quiet" onClick={() => onChange(null)}>
            {t('page.picture.remove')}
          </Button>
        )}
        <span className="small muted" role="status">
          {pending && t('page.picture.sending', { percent: Math.round(toPercent(share)) })}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        hidden
        aria-label={t('page.picture.choose')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) choose(file)
        }}
      />
    </TitledCard>
  )
}

interface PageFaqsProps {
  made: readonly DefaultFaq[]
  edit: FaqEdit[] | null
  errorOf: (path: string) => string | null
  onChange: (edit: FaqEdit[] | null) => void
}

function PageFaqs({ made, edit, errorOf, onChange }: PageFaqsProps) {
  const rows = rowsOf(made, edit)
  const list = useRef<HTMLOListElement>(null)
  // A moved row takes its button along; focus follows.
  const [wanted, setWanted] = useState<{ row: string; act: string } | null>(null)
  useEffect(() => {
    const row = wanted && list.current?.querySelector(`[data-row="${wanted.row}"]`)
    const pressed =
      row?.querySelector<HTMLElement>(`[data-act="${wanted?.act}"]:not(:disabled)`) ?? row?.querySelector('summary')
    pressed?.focus()
  }, [wanted])
  const set = (next: FaqRow[]) => onChange(editOf(made, next))
  const move = (index: number, by: -1 | 1) => {
    set(moveFaqRow(rows, index, by))
    setWanted({ row: rows[index]?.id ?? '', act: by < 0 ? 'up' : 'down' })
  }
  const add = () => {
    const next = addFaqRow(rows, crypto.randomUUID().slice(0, 8))
    set(next)
    setWanted({ row: next.at(-1)?.id ?? '', act: 'question' })
  }
  const remove = (id: string) => {
    const at = rows.findIndex((row) => row.id === id)
    set(rows.filter((row) => row.id !== id))
    setWanted({ row: (rows[at + 1] ?? rows[at - 1])?.id ?? '', act: 'summary' })
  }
  return (
    <TitledCard
      title={t('page.faqs')}
      beside={
        edit && made.length > 0 ? (
          <Button kind="quiet" onClick={() => onChange(null)}>
            {t('page.faqs.made')}
          </Button>
        ) : undefined
      }>
      {rows.length === 0 && <p className="muted">{t('page.faqs.none')}</p>}
      <ol className={pageFaqsStyles.pageFaqs} ref={list}>
        {rows.map((row, index) => (
          <FaqItem
            key={row.id}
            row={row}
            index={index}
            last={index === rows.length - 1}
            errorOf={errorOf}
            onWords={(field, text) => set(updateFaqRow(rows, index, field, text))}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(row.id)}
            onHide={() => set(rows.map((one) => (one.id === row.id ? { ...one, hidden: !one.hidden } : one)))}
          />
        ))}
      </ol>
      <div>
        <Button kind="secondary" onClick={add}>
          <Plus className="icon" aria-hidden="true" /> {t('page.faqs.add')}
        </Button>
      </div>
    </TitledCard>
  )
}

interface FaqItemProps {
  row: FaqRow
  index: number
  last: boolean
  errorOf: (path: string) => string | null
  onWords: (field: 'question' | 'answer', text: string) => void
  onMove: (by: -1 | 1) => void
  onHide: () => void
  onRemove: () => void
}

function FaqItem({ row, index, last, errorOf, onWords, onMove, onHide, onRemove }: FaqItemProps) {
  const [open, setOpen] = useState(!row.made && !row.question)
  const question = row.question ?? row.made?.question ?? ''
  const shown = question || t('page.faq.new')
  const errors = { question: errorOf(`fields.faqs.${index}.question`), answer: errorOf(`fields.faqs.${index}.answer`) }
  const wrong = errors.question !== null || errors.answer !== null
  return (
    <li data-row={row.id} className={row.hidden ? pageFaqsStyles.isHidden : undefined}>
      <details open={open || wrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="summary-row break-anywhere">
          <span className="grow">{shown}</span>
          {row.hidden && <span className="micro hint">{t('page.faq.hidden')}</span>}
        </summary>
        <div className="stack gap-12">
          <TextField
            data-act="question"
            label={t('page.faq.question')}
            value={question}
            maxLength={fieldLengths.question}
            error={errors.question}
            onChange={(event) => onWords('question', event.target.value)}
          />
          <TextAreaField
            label={t('page.faq.answer')}
            rows={4}
            value={row.answer ?? row.made?.answer ?? ''}
            maxLength={fieldLengths.answer}
            error={errors.answer}
            onChange={(event) => onWords('answer', event.target.value)}
          />
        </div>
      </details>
      <div className="row" role="group" aria-label={t('page.faq.name', { n: index + 1, question: shown })}>
        <IconButton
          label={`${t('page.faq.up')}: ${shown}`}
          data-act="up"
          disabled={index === 0}
          onClick={() => onMove(-1)}>
          <ArrowUp className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton label={`${t('page.faq.down')}: ${shown}`} data-act="down" disabled={last} onClick={() => onMove(1)}>
          <ArrowDown className="icon" aria-hidden="true" />
        </IconButton>
        {row.made ? (
          <IconButton label={`${t(row.hidden ? 'page.faq.show' : 'page.faq.hide')}: ${shown}`} onClick={onHide}>
            {row.hidden ? <Eye className="icon" aria-hidden="true" /> : <EyeOff className="icon" aria-hidden="true" />}
          </IconButton>
        ) : (
          <IconButton label={`${t('page.faq.remove')}: ${shown}`} onClick={onRemove}>
            <Trash2 className="icon" aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </li>
  )
}

/** A question in the editor, with its default. */
type FaqRow = FaqEdit & { made: DefaultFaq | null }

/** Returns all questions in order: edited ones, then new defaults. */
function rowsOf(made: readonly DefaultFaq[], edit: readonly FaqEdit[] | null): FaqRow[] {
  const known = new Map(made.map((faq) => [faq._id, faq]))
  const named = new Set((edit ?? []).map(({ id }) => id))
  const chosen = (edit ?? []).map((row) => ({ ...row, made: known.get(row.id) ?? null }))
  return [
    ...chosen,
    ...made
      .filter(({ _id }) => !named.has(_id))
      .map((faq) => ({ id: faq._id, question: null, answer: null, hidden: false, made: faq })),
  ]
}

/** Returns the edit to save; null if all are defaults in order. */
function editOf(made: readonly DefaultFaq[], rows: readonly FaqRow[]): FaqEdit[] | null {
  const untouched =
    rows.length === made.length &&
    rows.every(
      ({ id, question, answer, hidden }, index) =>
        id === made[index]?._id && question === null && answer === null && !hidden,
    )
  return untouched ? null : rows.map(({ id, question, answer, hidden }) => ({ id, question, answer, hidden }))
}

function moveFaqRow(rows: readonly FaqRow[], index: number, by: -1 | 1): FaqRow[] {
  const to = index + by
  const one = rows[index]
  if (!one || to < 0 || to >= rows.length) return [...rows]
  return rows.toSpliced(index, 1).toSpliced(to, 0, one)
}

/** Returns the rows with a changed text; default text becomes null. */
const updateFaqRow = (rows: readonly FaqRow[], index: number, field: 'question' | 'answer', text: string): FaqRow[] =>
  rows.map((row, at) =>
    at === index ? { ...row, [field]: text === '' || text === row.made?.[field] ? null : text } : row,
  )

const addFaqRow = (rows: readonly FaqRow[], id: string): FaqRow[] =>
  rows.length >= fieldLengths.faqs
    ? [...rows]
    : [...rows, { id: `own-${id}`, question: null, answer: null, hidden: false, made: null }]
