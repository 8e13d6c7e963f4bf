import { SiteLink } from '#web/ui/site-link.tsx'
import { classes } from '#web/ui/class-names.ts'

/** The name with its dab, leading home. */
export function Logo({ label, className }: { label: string; className?: string }) {
  return (
    <SiteLink className={classes('logo', className)} to="/">
      <span aria-hidden="true">
        Pr<span className="dab">ı</span>mp
      </span>
      <span className="sr">{label}</span>
    </SiteLink>
  )
}
