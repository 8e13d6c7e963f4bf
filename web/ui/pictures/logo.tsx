import { SiteLink } from '#web/ui/site-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import styles from './logo.module.css'

/** The name with its dab, leading home. */
export function Logo({ label, className }: { label: string; className?: string }) {
  return (
    <SiteLink className={classes(styles.logo, className)} to="/">
      <span aria-hidden="true">
        Pr<span className={styles.logoDab}>ı</span>mp
      </span>
      <span className="visually-hidden">{label}</span>
    </SiteLink>
  )
}
