import { joinClasses } from '#web/ui/class-names.ts'
import styles from './dabs.module.css'

export function Dabs({ className }: { className?: string }) {
  return (
    <span className={joinClasses(styles.dabs, className)} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}
