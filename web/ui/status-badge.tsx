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

export type Flag = 'featured' | 'vaccinated' | 'covidTrained' | 'inDemand' | 'instant'

const statuses: Record<CardStatus, [label: string, look: BadgeLook, icon: LucideIcon]> = {
  offered: ['Instant Book', 'jade', Zap],
  inDemand: ['In Demand', 'accentSoft', Flame],
  covidTrained: ['COVID Trained', 'info', ShieldCheck],
  requested: ['Requested', 'info', Clock3],
  booked: ['Booked', 'jadeSoft', CalendarCheck],
  unavailable: ['Unavailable', 'disabled', CalendarX],
  cancelled: ['Cancelled', 'disabled', CircleX],
}

const flags: Record<Flag, [label: string, look: BadgeLook, icon: LucideIcon]> = {
  featured: ['Featured', 'accent', Sparkles],
  vaccinated: ['Vaccinated', 'outline', Syringe],
  covidTrained: ['COVID Trained', 'outline', ShieldCheck],
  inDemand: ['In Demand', 'accentSoft', Flame],
  instant: ['Instant Book', 'jadeSoft', Zap],
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
