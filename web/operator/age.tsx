import { joinClasses } from '#web/ui/class-names.ts'
import styles from './age.module.css'
import { formatAge, formatOperatorMoment } from './when.ts'

/** How long something has waited: 3 h. Hovering or focusing it, its row or its link shows the moment it began. */
export function Age({ since, className }: { since: string; className?: string }) {
  return (
    <time dateTime={since} className={joinClasses(styles.age, className)}>
      {formatAge(since)}
      <span className={styles.moment}>{formatOperatorMoment(since)}</span>
    </time>
  )
}
