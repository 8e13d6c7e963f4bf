import { Check } from 'lucide-react'
import { classes } from '#web/ui/class-names.ts'
import styles from './chip-choices.module.css'
import chipsStyles from '#web/ui/fields/chips.module.css'

/** Choices to be touched on and off, as many as are right; they work as a plain form too. */
export function ChipChoices({
  label,
  name,
  options,
  chosen,
}: {
  label: string
  name: string
  options: readonly string[]
  chosen: readonly string[]
}) {
  return (
    <fieldset className={classes('stack gap-8', styles.chipChoices)}>
      <legend className="field-label">{label}</legend>
      <div className="chip-row">
        {options.map((option) => (
          <label key={option} className={classes(chipsStyles.chip, styles.chip)}>
            <input
              className="visually-hidden"
              type="checkbox"
              name={name}
              value={option}
              defaultChecked={chosen.includes(option)}
            />
            <Check className="icon" aria-hidden="true" />
            {option}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
