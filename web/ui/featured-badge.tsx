import { Sparkles } from 'lucide-react'
import { Badge } from './badge.tsx'
import { badgeMessages } from './badge-messages.ts'

/** Label of a featured placement, which may be paid for. */
export const FeaturedBadge = () => (
  <Badge look="accent">
    <Sparkles className="icon" aria-hidden="true" />
    {badgeMessages['badge.featured']}
  </Badge>
)
