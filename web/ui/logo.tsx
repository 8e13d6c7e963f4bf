import { Link } from 'react-router'

/** The name with its dab, leading home. */
export function Logo({ label }: { label: string }) {
  return (
    <Link className="logo" to="/">
      <span aria-hidden="true">
        Pr<span className="dab">ı</span>mp
      </span>
      <span className="sr">{label}</span>
    </Link>
  )
}
