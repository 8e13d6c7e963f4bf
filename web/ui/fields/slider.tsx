import { type ComponentProps, type CSSProperties, type ReactNode, useId } from 'react'
import { joinClasses } from '#web/ui/class-names.ts'
import { FieldError } from './field.tsx'
import styles from './slider.module.css'

type SliderProps = { value: number; least: number; most: number; onChange: (value: number) => void } & Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'min' | 'max' | 'onChange' | 'className'
>

export function Slider({ value, least, most, onChange, ...input }: SliderProps) {
  return (
    <input
      {...input}
      type="range"
      className={styles.slider}
      style={{ '--filled': (value - least) / (most - least || 1) } as CSSProperties}
      min={least}
      max={most}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}

interface SliderFieldProps extends Pick<SliderProps, 'value' | 'least' | 'most' | 'onChange'> {
  label: string
  said?: string
  hint?: ReactNode
  error?: string | null
}

export function SliderField({ label, said, hint, error, ...slider }: SliderFieldProps) {
  const id = useId()
  const described = joinClasses(hint ? `${id}-hint` : null, error ? `${id}-error` : null)
  return (
    <div className="stack gap-4">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <Slider
        {...slider}
        id={id}
        aria-valuetext={said}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      />
      {said && (
        <output className="bold tabular" htmlFor={id}>
          {said}
        </output>
      )}
      {hint && (
        <p className="micro hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
