import { SiteLink } from '#web/ui/site-link.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './logo.module.css'

/**
 * The name with its dab, leading home. The letter under the dab, which has no dot of its own, is the sheet's: with it in the page
 * each text of a page would be of two bytes a sign, which costs a tenth of drawing it.
 */
export function Logo({ label, className }: { label: string; className?: string }) {
  return (
    <SiteLink className={joinClasses(styles.logo, className)} to="/">
      <span aria-hidden="true">
        Pr
        <span className={styles.logoDab} />
        mp
      </span>
      <span className="visually-hidden">{label}</span>
    </SiteLink>
  )
}
