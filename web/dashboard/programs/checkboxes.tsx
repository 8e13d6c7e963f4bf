import { useId } from 'react'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'

interface CheckboxesProps<T extends string> {
  label: string
  name: string
  options: readonly (readonly [T, string])[]
  chosen: readonly T[]
  error: string | null
  onChange: (chosen: T[]) => void
}

/** Several of a few things, under one heading. */
export function Checkboxes<T extends string>({ label, name, options, chosen, error, onChange }: CheckboxesProps<T>) {
  const id = useId()
  return (
    <fieldset className="stack gap-4" aria-describedby={error ? id : undefined}>
      <legend className="bold">{label}</legend>
      {options.map(([value, words], i) => (
        <Checkbox
          key={value}
          name={i === 0 ? name : undefined}
          checked={chosen.includes(value)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }>
          {words}
        </Checkbox>
      ))}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}
