import { useEffect, useState } from 'react'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import type { Confirmation } from '#web/operator/use-confirmation.tsx'
import { operatorWords } from '#web/operator/words.ts'
import { FeeExamples } from './fee-examples.tsx'

const t = reader(operatorWords)

type Category = { id: number; label: string; feePercent: number }

/** The fee of a category, and what another one would do to prices, before it is changed. */
export function FeeCard({ category, confirm }: { category: Category; confirm: (confirmation: Confirmation) => void }) {
  const [typed, setTyped] = useState(String(category.feePercent))
  useEffect(() => setTyped(String(category.feePercent)), [category.feePercent])
  const whole = readNumber(typed, 'whole')
  const percent = whole !== null && whole <= 50 ? whole : null
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
      <NumberField
        label={t('op.fees.percent')}
        kind="whole"
        name={`fee-${category.id}`}
        value={typed}
        error={percent === null ? t('op.fees.percent') : null}
        suffix="%"
        onChange={setTyped}
      />
      {preview && <FeeExamples of={preview} />}
      <div>
        <Button disabled={!changed} onClick={save}>
          {t('op.fees.change')}
        </Button>
      </div>
    </TitledCard>
  )
}
