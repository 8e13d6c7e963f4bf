import { ArrowDown, ArrowUp, Eye, EyeOff, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type FaqEdit, fieldLengths, type DefaultFaq } from '#contract/content/page-edit.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import styles from './page-faqs.module.css'
import { pageMessages } from './page-messages.ts'

const t = createTranslator(pageMessages)

interface PageFaqsProps {
  made: readonly DefaultFaq[]
  edit: FaqEdit[] | null
  errorOf: (path: string) => string | null
  onChange: (edit: FaqEdit[] | null) => void
}

export function PageFaqs({ made, edit, errorOf, onChange }: PageFaqsProps) {
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
      <ol className={styles.pageFaqs} ref={list}>
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
    <li data-row={row.id} className={row.hidden ? styles.isHidden : undefined}>
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
