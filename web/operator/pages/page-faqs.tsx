import { ArrowDown, ArrowUp, Eye, EyeOff, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type FaqEdit, fieldLengths, type MadeFaq } from '#contract/content/page-edit.ts'
import { reader } from '#contract/words.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { editOf, type FaqRow, moved, rowsOf, withNew, worded } from './faq-rows.ts'
import { pageWords } from './page-words.ts'
import styles from './page-faqs.module.css'

const t = reader(pageWords)

interface PageFaqsProps {
  made: readonly MadeFaq[]
  edit: FaqEdit[] | null
  /** What is wrong, by the place of the question and its part. */
  errorOf: (path: string) => string | null
  onChange: (edit: FaqEdit[] | null) => void
}

/** The questions of a page: kept, changed, hidden, added and put in order. */
export function PageFaqs({ made, edit, errorOf, onChange }: PageFaqsProps) {
  const rows = rowsOf(made, edit)
  const list = useRef<HTMLOListElement>(null)
  // A row that moves takes its button along, and who pressed it goes on from there.
  const [wanted, setWanted] = useState<{ row: string; act: string } | null>(null)
  useEffect(() => {
    const row = wanted && list.current?.querySelector(`[data-row="${wanted.row}"]`)
    const pressed =
      row?.querySelector<HTMLElement>(`[data-act="${wanted?.act}"]:not(:disabled)`) ?? row?.querySelector('summary')
    pressed?.focus()
  }, [wanted])
  const set = (next: FaqRow[]) => onChange(editOf(made, next))
  const move = (index: number, by: -1 | 1) => {
    set(moved(rows, index, by))
    setWanted({ row: rows[index]?.id ?? '', act: by < 0 ? 'up' : 'down' })
  }
  const add = () => {
    const next = withNew(rows, crypto.randomUUID().slice(0, 8))
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
            onWords={(field, text) => set(worded(rows, index, field, text))}
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

/** One question: its words behind its name, and what is done with it beside. */
function FaqItem({ row, index, last, errorOf, onWords, onMove, onHide, onRemove }: FaqItemProps) {
  const [open, setOpen] = useState(!row.made && !row.question)
  const question = row.question ?? row.made?.question ?? ''
  const shown = question || t('page.faq.new')
  const errors = { question: errorOf(`fields.faqs.${index}.question`), answer: errorOf(`fields.faqs.${index}.answer`) }
  const wrong = errors.question !== null || errors.answer !== null
  return (
    <li data-row={row.id} className={row.hidden ? styles.isHidden : undefined}>
      <details open={open || wrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
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
