import { Sparkles } from 'lucide-react'

/** The mark of a featured place, which may be paid for. */
export const FeaturedBadge = () => (
  <span className="badge b-acc">
    <Sparkles className="i" aria-hidden="true" />
    Featured
  </span>
)
