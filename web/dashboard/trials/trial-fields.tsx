import { duration } from '#contract/format.ts'
import { trialLimits } from '#contract/providers/trial-limits.ts'
import { reader } from '#contract/words.ts'
import type { Errors } from '#web/signup/forms/use-form.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import type { TrialDraft } from './trial-draft.ts'
import { trialSellingWords } from './trial-words.ts'

const t = reader(trialSellingWords)
const from = (least: number, most: number, step = 1): number[] =>
  Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, n) => least + n * step)
const { minutes, days, months } = trialLimits
const lengths = from(minutes.least, minutes.most, minutes.step)
const dayChoices = from(days.least, days.most)
const monthChoices = from(months.least, months.most)

interface TrialFieldsProps {
  draft: TrialDraft
  label: string
  path: string
  errors: Errors
  /** The sign of the currency before an amount. */
  prefix: string
  /** What a client would pay, in a sentence; null while something is wrong with it. */
  said: string | null
  onChange: (part: Partial<TrialDraft>) => void
}

/** Whether a trial of a service is offered, and all that is said of it where one is. */
export function TrialFields({ draft, label, path, errors, prefix, said, onChange }: TrialFieldsProps) {
  const choose = (name: 'minutes' | 'days' | 'months', choices: readonly number[], shown: (n: number) => string) => (
    <SelectField
      label={t(`trialset.${name}`)}
      value={draft[name]}
      error={errors[`${path}.${name}`] ?? null}
      onChange={({ target }) => onChange({ [name]: Number(target.value) })}>
      {choices.map((n) => (
        <option key={n} value={n}>
          {shown(n)}
        </option>
      ))}
    </SelectField>
  )
  return (
    <fieldset className="card pad-24 stack">
      <legend className="visually-hidden">{label}</legend>
      <Checkbox checked={draft.offered} onChange={({ target }) => onChange({ offered: target.checked })}>
        {t('trialset.offer', { service: label })}
      </Checkbox>
      {draft.offered && (
        <>
          <div className="field-grid even">
            <NumberField
              label={t('trialset.cost')}
              hint={t('trialset.cost.hint')}
              prefix={prefix}
              value={draft.cost}
              error={errors[`${path}.cost`] ?? null}
              onChange={(cost) => onChange({ cost })}
            />
            {choose('minutes', lengths, duration)}
            {choose('days', dayChoices, String)}
            {choose('months', monthChoices, String)}
          </div>
          <Checkbox checked={draft.deducted} onChange={({ target }) => onChange({ deducted: target.checked })}>
            {t('trialset.deducted')}
          </Checkbox>
          <Checkbox checked={draft.withTest} onChange={({ target }) => onChange({ withTest: target.checked })}>
            {t('trialset.withTest')}
          </Checkbox>
          {said && (
            <p className="small muted" role="status">
              {said}
            </p>
          )}
        </>
      )}
    </fieldset>
  )
}
