import { Check } from 'lucide-react'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './chip-choices.module.css'
import chipsStyles from './chips.module.css'

interface ChipChoicesProps<V extends string> {
  label: string
  name: string
  options: readonly { value: V; label: string }[]
  chosen: readonly V[]
  /** Called with all chosen values; without it the form itself holds the state. */
  onChange?: ((chosen: V[]) => void) | undefined
}

/** Multiple choice as toggle chips, which also works in a plain form. */
export function ChipChoices<V extends string>({ label, name, options, chosen, onChange }: ChipChoicesProps<V>) {
  const state = (value: V) =>
    onChange
      ? {
          checked: chosen.includes(value),
          onChange: () => onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]),
        }
      : { defaultChecked: chosen.includes(value) }
  return (
    <fieldset className={joinClasses('stack gap-8', styles.chipChoices)}>
      <legend className="field-label">{label}</legend>
      <div className="chip-row">
        {options.map(({ value, label: said }) => (
          <label key={value} className={joinClasses(chipsStyles.chip, styles.chip)}>
            <input className="visually-hidden" type="checkbox" name={name} value={value} {...state(value)} />
            <Check className="icon" aria-hidden="true" />
            {said}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
