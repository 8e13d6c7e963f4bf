import { type DefinedMessage, formatMessage } from '#contract/i18n/messages.ts'
import {
  CalendarCheck,
  CalendarX,
  CircleX,
  Clock3,
  Flame,
  type LucideIcon,
  ShieldCheck,
  Sparkles,
  Syringe,
  Zap,
} from 'lucide-react'
import type { CardStatus } from '#contract/search/quotes.ts'
import { Badge, type BadgeLook } from './badge.tsx'
import { badgeMessages } from './badge-messages.ts'

export type Flag = 'featured' | 'vaccinated' | 'covidTrained' | 'inDemand' | 'instant'

const statuses: Record<CardStatus, [label: DefinedMessage, look: BadgeLook, icon: LucideIcon]> = {
  offered: [badgeMessages['badge.offered'], 'jade', Zap],
  inDemand: [badgeMessages['badge.inDemand'], 'accentSoft', Flame],
  covidTrained: [badgeMessages['badge.covidTrained'], 'info', ShieldCheck],
  requested: [badgeMessages['badge.requested'], 'info', Clock3],
  booked: [badgeMessages['badge.booked'], 'jadeSoft', CalendarCheck],
  unavailable: [badgeMessages['badge.unavailable'], 'disabled', CalendarX],
  cancelled: [badgeMessages['badge.cancelled'], 'disabled', CircleX],
}

const flags: Record<Flag, [label: DefinedMessage, look: BadgeLook, icon: LucideIcon]> = {
  featured: [badgeMessages['badge.featured'], 'accent', Sparkles],
  vaccinated: [badgeMessages['badge.vaccinated'], 'outline', Syringe],
  covidTrained: [badgeMessages['badge.covidTrained'], 'outline', ShieldCheck],
  inDemand: [badgeMessages['badge.inDemand'], 'accentSoft', Flame],
  instant: [badgeMessages['badge.offered'], 'jadeSoft', Zap],
}

function Marked({
  of: [label, look, Icon],
  className,
}: {
  of: [DefinedMessage, BadgeLook, LucideIcon]
  className?: string
}) {
  return (
    <Badge look={look} className={className}>
      <Icon className="icon" aria-hidden="true" />
      {formatMessage(label)}
    </Badge>
  )
}

export const StatusBadge = ({ status, className }: { status: CardStatus; className?: string }) => (
  <Marked of={statuses[status]} className={className} />
)

export const FlagBadge = ({ flag }: { flag: Flag }) => <Marked of={flags[flag]} />
