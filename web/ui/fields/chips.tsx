import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './chips.module.css'

export function ToggleChip({
  on,
  onChange,
  children,
  check = true,
  describedBy,
  className,
}: {
  on: boolean
  onChange: (on: boolean) => void
  children: ReactNode
  check?: boolean
  describedBy?: string
  className?: string
}) {
  return (
    <button
      type="button"
      className={joinClasses(styles.chip, on && styles.chosen, className)}
      aria-pressed={on}
      aria-describedby={describedBy}
      onClick={() => onChange(!on)}>
      {on && check && <Check className="icon" aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A chip that leads to a view of the same list. `inPlace` keeps the scroll position and replaces the history entry. */
export function LinkChip({
  to,
  on,
  inPlace,
  children,
}: {
  to: string
  on?: boolean
  inPlace?: boolean
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      className={joinClasses(styles.chip, on && styles.chosen)}
      aria-current={on ? 'true' : undefined}
      preventScrollReset={inPlace}
      replace={inPlace}>
      {children}
    </Link>
  )
}
