import { Check } from 'lucide-react'

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
    <fieldset className="chip-choices stack s8">
      <legend className="flabel">{label}</legend>
      <div className="chips">
        {options.map((option) => (
          <label key={option} className="chip">
            <input className="sr" type="checkbox" name={name} value={option} defaultChecked={chosen.includes(option)} />
            <Check className="i" aria-hidden="true" />
            {option}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
