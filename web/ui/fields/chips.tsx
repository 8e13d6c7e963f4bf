import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '#web/ui/class-names.ts'

/** A choice that is on or off, with a check when on. */
export function ToggleChip({
  on,
  onChange,
  children,
  check = true,
}: {
  on: boolean
  onChange: (on: boolean) => void
  children: ReactNode
  check?: boolean
}) {
  return (
    <button type="button" className={classes('chip', on && 'on')} aria-pressed={on} onClick={() => onChange(!on)}>
      {on && check && <Check className="i" aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A way on in the look of a chip. */
export function LinkChip({ to, on, children }: { to: string; on?: boolean; children: ReactNode }) {
  return (
    <Link to={to} className={classes('chip', on && 'on')} aria-current={on ? 'true' : undefined}>
      {children}
    </Link>
  )
}
