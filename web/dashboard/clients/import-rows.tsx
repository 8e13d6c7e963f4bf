import { useState } from 'react'
import type { ImportAnswer, ImportRow } from '#contract/calendar/client-imports.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { TitledCard } from '#web/ui/titled-page.tsx'
import styles from './import-rows.module.css'
import type { ImportText } from './import-messages.ts'

const ROWS_AT_ONCE = 25

interface RowsProps {
  rows: readonly ImportRow[]
  more: number
  t: ImportText
  answers?: ReadonlyMap<number, ImportAnswer>
  /** Called with a decision about a row; undefined for a finished import. */
  onAnswer?: (answer: ImportAnswer) => void
}

/** Rows that need attention: skipped, undecided, or different from saved data. */
export function ImportRows({ rows, more, t, answers, onAnswer }: RowsProps) {
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  if (rows.length === 0) return null
  return (
    <TitledCard title={t('import.rows.title', { n: rows.length + more })}>
      <ul className={moneyListStyles.moneyList}>
        {rows.slice(0, shown).map((row) => (
          <li key={row.row}>
            <OneRow row={row} t={t} answer={answers?.get(row.row)} {...(onAnswer ? { onAnswer } : {})} />
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <div>
          <Button kind="secondary" size="small" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
            {t('import.rows.show')}
          </Button>
        </div>
      )}
      {rows.length <= shown && more > 0 && <p className="muted">{t('import.row.more', { n: more })}</p>}
    </TitledCard>
  )
}

interface RowProps {
  row: ImportRow
  t: ImportText
  answer: ImportAnswer | undefined
  onAnswer?: (answer: ImportAnswer) => void
}

const fieldNames = [
  'name',
  'email',
  'phone',
  'address',
  'note',
  'time',
  'services',
  'place',
  'price',
  'status',
] as const
const isField = (name: string): name is (typeof fieldNames)[number] => (fieldNames as readonly string[]).includes(name)

function OneRow({ row: one, t, answer, onAnswer }: RowProps) {
  const { row, name, client, why, cells, candidates, differences, unexpected, undone } = one
  const use = answer?.use ?? one.use
  const choice = answer?.client ?? one.choice
  const answerRow = (change: Omit<ImportAnswer, 'row'>) => onAnswer?.({ ...answer, row, ...change })
  return (
    <div className="stack gap-8 can-shrink">
      <span>
        <b className="bold">{t('import.row', { row })}</b>
        {name && ` · ${name}`}
      </span>
      {why && <span>{t(client ? 'import.why.appointment' : 'import.why.row', { why: t(`import.why.${why}`) })}</span>}
      {why && cells.length > 0 && (
        <span className="small muted">{cells.filter((cell) => cell.trim()).join(' · ')}</span>
      )}
      {unexpected && <span>{t('import.unexpected')}</span>}
      {undone === 'kept' && <span>{t('import.kept')}</span>}
      {candidates.length > 0 && (
        <fieldset className="stack gap-4" disabled={!onAnswer}>
          <legend className="field-label">{t('import.who', { name })}</legend>
          <Radio
            name={`client-${row}`}
            checked={!candidates.some(({ id }) => id === choice)}
            onChange={() => answerRow({ client: 'new' })}>
            {t('import.who.new')}
          </Radio>
          {candidates.map((candidate) => (
            <Radio
              key={candidate.id}
              name={`client-${row}`}
              checked={choice === candidate.id}
              onChange={() => answerRow({ client: candidate.id })}>
              {t(candidate.id.startsWith('row-') ? 'import.who.same.row' : 'import.who.same', {
                name: [candidate.name, candidate.email, candidate.phone].filter(Boolean).join(', '),
              })}
            </Radio>
          ))}
        </fieldset>
      )}
      {differences.length > 0 && (
        <>
          <span>{t('import.differs')}</span>
          <dl className={styles.differences}>
            {differences.map(({ field, mine, file }) => (
              <div key={field}>
                <dt className="small muted">{isField(field) ? t(`import.field.${field}`) : field}</dt>
                <dd>{t('import.differs.mine', { value: mine })}</dd>
                <dd>{t('import.differs.file', { value: file })}</dd>
              </div>
            ))}
          </dl>
          <fieldset className="row gap-12 wrapping" disabled={!onAnswer}>
            <legend className="visually-hidden">{t('import.differs.use', { row })}</legend>
            <Radio name={`use-${row}`} checked={use === 'mine'} onChange={() => answerRow({ use: 'mine' })}>
              {t('import.differs.keep')}
            </Radio>
            <Radio name={`use-${row}`} checked={use === 'file'} onChange={() => answerRow({ use: 'file' })}>
              {t('import.differs.take')}
            </Radio>
          </fieldset>
        </>
      )}
    </div>
  )
}
