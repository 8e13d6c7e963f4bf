import { useEffect, useState } from 'react'
import { money } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { numericOnly, TextField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import type { Confirmation } from '#web/operator/use-confirmation.tsx'
import { operatorWords } from '#web/operator/words.ts'
import { classes } from '#web/ui/class-names.ts'
import tableStyles from '#web/ui/table.module.css'
import consoleStyles from '#web/operator/console.module.css'

const t = reader(operatorWords)

type Category = { id: number; label: string; feePercent: number }

/** The fee of a category, and what another one would do to prices, before it is changed. */
export function FeeCard({ category, confirm }: { category: Category; confirm: (confirmation: Confirmation) => void }) {
  const [typed, setTyped] = useState(String(category.feePercent))
  useEffect(() => setTyped(String(category.feePercent)), [category.feePercent])
  const percent = /^\d{1,2}$/.test(typed) && Number(typed) <= 50 ? Number(typed) : null
  const changed = percent !== null && percent !== category.feePercent
  const { answer: preview } = useAnswer(
    changed ? `${category.id} ${percent}` : null,
    () => browserApi().operatorMarket.feePreview({ categoryId: category.id, percent: percent ?? 0 }),
    { after: 250 },
  )
  const save = () =>
    percent !== null &&
    confirm({
      title: t('op.confirm.fee.title', { percent }),
      text: t('op.confirm.fee.text'),
      act: t('op.fees.change'),
      run: (reason) => browserApi().operatorMarket.changeFee({ categoryId: category.id, percent, reason }),
    })
  return (
    <TitledCard title={category.label}>
      <TextField
        label={t('op.fees.percent')}
        inputMode="numeric"
        name={`fee-${category.id}`}
        value={typed}
        error={percent === null ? t('op.fees.percent') : null}
        suffix="%"
        onChange={(event) => setTyped(numericOnly(event.target.value).replace('.', ''))}
      />
      {preview && (
        <div className="stack gap-8" aria-live="polite">
          <p className="bold">{t('op.fees.preview')}</p>
          <p className="small">{t('op.fees.changes', { n: preview.changed, m: preview.prices })}</p>
          {preview.examples.length > 0 && (
            <div role="group" className={tableStyles.tableScroll} aria-label={t('op.fees.preview')} tabIndex={0}>
              <table className={tableStyles.table}>
                <thead>
                  <tr>
                    {[
                      t('op.fees.service'),
                      t('op.fees.cost'),
                      t('op.fees.before'),
                      t('op.fees.after', { percent: preview.to }),
                    ].map((column) => (
                      <th key={column} scope="col">
                        {column}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {preview.examples.map((example) => (
                    <tr key={`${example.service} ${example.currency}`}>
                      <td>{example.service}</td>
                      {[example.cost, example.before, example.after].map((amount, i) => (
                        <td key={i} className={classes('tabular', consoleStyles.keep)}>
                          {money(amount, example.currency, { mixed: true })}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </div>
      )}
      <div>
        <Button disabled={!changed} onClick={save}>
          {t('op.fees.change')}
        </Button>
      </div>
    </TitledCard>
  )
}
