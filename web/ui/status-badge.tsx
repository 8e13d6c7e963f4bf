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
import { badgeWords } from './badge-words.ts'

export type Flag = 'featured' | 'vaccinated' | 'covidTrained' | 'inDemand' | 'instant'

const statuses: Record<CardStatus, [label: string, look: BadgeLook, icon: LucideIcon]> = {
  offered: [badgeWords['badge.offered'], 'jade', Zap],
  inDemand: [badgeWords['badge.inDemand'], 'accentSoft', Flame],
  covidTrained: [badgeWords['badge.covidTrained'], 'info', ShieldCheck],
  requested: [badgeWords['badge.requested'], 'info', Clock3],
  booked: [badgeWords['badge.booked'], 'jadeSoft', CalendarCheck],
  unavailable: [badgeWords['badge.unavailable'], 'disabled', CalendarX],
  cancelled: [badgeWords['badge.cancelled'], 'disabled', CircleX],
}

const flags: Record<Flag, [label: string, look: BadgeLook, icon: LucideIcon]> = {
  featured: [badgeWords['badge.featured'], 'accent', Sparkles],
  vaccinated: [badgeWords['badge.vaccinated'], 'outline', Syringe],
  covidTrained: [badgeWords['badge.covidTrained'], 'outline', ShieldCheck],
  inDemand: [badgeWords['badge.inDemand'], 'accentSoft', Flame],
  instant: [badgeWords['badge.offered'], 'jadeSoft', Zap],
}

function Marked({ of: [label, look, Icon], className }: { of: [string, BadgeLook, LucideIcon]; className?: string }) {
  return (
    <Badge look={look} className={className}>
      <Icon className="icon" aria-hidden="true" />
      {label}
    </Badge>
  )
}

/** The one status of a card: an icon and its word. */
export const StatusBadge = ({ status, className }: { status: CardStatus; className?: string }) => (
  <Marked of={statuses[status]} className={className} />
)

/** What else holds for an artist, beside the status. */
export const FlagBadge = ({ flag }: { flag: Flag }) => <Marked of={flags[flag]} />
