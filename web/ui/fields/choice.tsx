import { Check, Minus, Plus, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './choice.module.css'

export function Checkbox({
  children,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) {
  return (
    <label className={joinClasses(styles.check, className)}>
      <span className={styles.tickable}>
        <input type="checkbox" {...input} />
        <span className={styles.tickBox} aria-hidden="true">
          <Check className="icon" />
        </span>
      </span>
      <span>{children}</span>
    </label>
  )
}

export function Radio({
  children,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) {
  return (
    <label className={joinClasses(styles.check, className)}>
      <span className={styles.tickable}>
        <input type="radio" {...input} />
        <span className={joinClasses(styles.tickBox, styles.round)} aria-hidden="true" />
      </span>
      <span>{children}</span>
    </label>
  )
}

export function Switch({
  label,
  on,
  onChange,
  className,
  ...rest
}: { label: string; on: boolean; onChange: (on: boolean) => void } & Omit<ComponentProps<'button'>, 'onChange'>) {
  return (
    <button
      type="button"
      {...rest}
      role="switch"
      aria-checked={on}
      aria-label={label}
      className={joinClasses(styles.toggle, on && styles.chosen, className)}
      onClick={() => onChange(!on)}
    />
  )
}

interface StepperProps {
  value: number
  /** Labels of the buttons and the count, which reads 'x 3'. */
  labels: { fewer: string; more: string; remove?: string }
  min?: number
  max?: number
  onChange: (value: number) => void
  /** If set, the minus button becomes a remove button at the minimum. */
  onRemove?: () => void
}

export function Stepper({ value, labels, min = 1, max = 20, onChange, onRemove }: StepperProps) {
  const atLeast = value <= min
  return (
    <span className={styles.stepper}>
      {atLeast && onRemove ? (
        <button type="button" aria-label={labels.remove ?? labels.fewer} onClick={onRemove}>
          <Trash2 className="icon" aria-hidden="true" />
        </button>
      ) : (
        <button
          type="button"
          aria-label={labels.fewer}
          aria-disabled={atLeast || undefined}
          onClick={() => !atLeast && onChange(value - 1)}>
          <Minus className="icon" aria-hidden="true" />
        </button>
      )}
      <b aria-live="polite">x {value}</b>
      <button
        type="button"
        aria-label={labels.more}
        aria-disabled={value >= max || undefined}
        onClick={() => value < max && onChange(value + 1)}>
        <Plus className="icon" aria-hidden="true" />
      </button>
    </span>
  )
}
