import { type ReactNode, useId } from 'react'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './toggletip.module.css'
import buttonStyles from '#web/ui/button.module.css'

/** A native popover with an explanation: works without script, Escape or an outside press closes it. */
export function Toggletip({
  label,
  icon,
  className,
  children,
}: {
  label: string
  icon: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={joinClasses(buttonStyles.iconButton, className)}
        aria-label={label}
        popoverTarget={id}
        aria-haspopup="dialog">
        {icon}
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={label} className={styles.bubble}>
        {children}
      </div>
    </>
  )
}
