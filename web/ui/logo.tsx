import { Link } from 'react-router'

/** The name with its dab, leading home. */
export function Logo({ label }: { label: string }) {
  return (
    <Link className="logo" to="/" aria-label={label}>
      Pr<span>ı</span>mp
    </Link>
  )
}
