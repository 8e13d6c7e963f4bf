import { SiteLink } from '#web/ui/site-link.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './logo.module.css'

/**
 * The logo, a link to the home page. The dotless letter comes from the style sheet: in the page it would turn each text
 * into two bytes a character, which makes rendering a tenth slower.
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
