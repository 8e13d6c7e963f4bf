import { SiteLink } from '#web/ui/site-link.tsx'

/** The name with its dab, leading home. */
export function Logo({ label }: { label: string }) {
  return (
    <SiteLink className="logo" to="/">
      <span aria-hidden="true">
        Pr<span className="dab">ı</span>mp
      </span>
      <span className="sr">{label}</span>
    </SiteLink>
  )
}
