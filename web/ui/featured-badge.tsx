import { formatMessage } from '#contract/i18n/messages.ts'
import { Sparkles } from 'lucide-react'
import { Badge } from './badge.tsx'
import { badgeMessages } from './badge-messages.ts'

export const FeaturedBadge = () => (
  <Badge look="accent">
    <Sparkles className="icon" aria-hidden="true" />
    {formatMessage(badgeMessages['badge.featured'])}
  </Badge>
)
