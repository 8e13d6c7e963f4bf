import { useId } from 'react'
import { type ActBears, actBears } from '#contract/operator/booking-acts.ts'
import { reader } from '#contract/words.ts'
import { Radio } from '#web/ui/fields/choice.tsx'
import { bookingActWords } from './act-words.ts'

const t = reader(bookingActWords)

/** Whether the new price counts or the one that was booked, and who bears the difference then. */
export function BearsField({ value, onChange }: { value: ActBears; onChange: (bears: ActBears) => void }) {
  const id = useId()
  return (
    <fieldset className="stack gap-4">
      <legend className="field-label">{t('op.act.bears')}</legend>
      {actBears.map((bears) => (
        <Radio key={bears} name={id} value={bears} checked={value === bears} onChange={() => onChange(bears)}>
          {t(`op.act.bears.${bears}`)}
        </Radio>
      ))}
    </fieldset>
  )
}
