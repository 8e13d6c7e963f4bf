import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './field.module.css'

interface Around {
  label: string
  hint?: ReactNode
  error?: string | null
  optional?: string
}

export function FieldError({ id, className, children }: { id?: string; className?: string; children: ReactNode }) {
  return (
    <p className={joinClasses(styles.error, className)} id={id}>
      <CircleAlert className="icon" aria-hidden="true" />
      {children}
    </p>
  )
}

/** Label, control, hint and error of a field; `control` gets the ids that connect them. */
function Field({
  label,
  hint,
  error,
  optional,
  control,
}: Around & { control: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode }) {
  const id = useId()
  const described = joinClasses(hint ? `${id}-hint` : null, error ? `${id}-error` : null)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {optional && <span className="hint"> ({optional})</span>}
      </label>
      {control({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p className="micro hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

const box = (error?: string | null, disabled?: boolean) =>
  joinClasses(styles.fieldBox, error && styles.wrong, disabled && styles.isDisabled)

/** A one-line text field; `prefix` is shown inside, such as a currency. */
export function TextField({
  label,
  hint,
  error,
  optional,
  prefix,
  suffix,
  ...input
}: Around & Omit<ComponentProps<'input'>, 'prefix'> & { prefix?: ReactNode; suffix?: ReactNode }) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      control={(ids) => (
        <div className={box(error, input.disabled)}>
          {prefix && <span className={styles.prefix}>{prefix}</span>}
          <input {...input} {...ids} />
          {suffix}
        </div>
      )}
    />
  )
}

export function TextAreaField({ label, hint, error, optional, ...input }: Around & ComponentProps<'textarea'>) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      control={(ids) => (
        <div className={box(error, input.disabled)}>
          <textarea {...input} {...ids} />
        </div>
      )}
    />
  )
}

export function SelectField({ label, hint, error, optional, children, ...input }: Around & ComponentProps<'select'>) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      control={(ids) => (
        <div className={joinClasses(box(error, input.disabled), styles.hasArrow)}>
          <select {...input} {...ids}>
            {children}
          </select>
        </div>
      )}
    />
  )
}

/** Removes all but letters, spaces, hyphens and apostrophes. */
export const stripNonLetters = (typed: string): string => typed.replace(/[^\p{L}\p{M} '’-]/gu, '')
