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

export type Flag = 'featured' | 'vaccinated' | 'covidTrained' | 'inDemand' | 'instant'

const statuses: Record<CardStatus, [label: string, look: string, icon: LucideIcon]> = {
  offered: ['Instant Book', 'b-jade', Zap],
  inDemand: ['In Demand', 'b-accs', Flame],
  covidTrained: ['COVID Trained', 'b-info', ShieldCheck],
  requested: ['Requested', 'b-info', Clock3],
  booked: ['Booked', 'b-jades', CalendarCheck],
  unavailable: ['Unavailable', 'b-off', CalendarX],
  cancelled: ['Cancelled', 'b-off', CircleX],
}

const flags: Record<Flag, [label: string, look: string, icon: LucideIcon]> = {
  featured: ['Featured', 'b-acc', Sparkles],
  vaccinated: ['Vaccinated', 'b-out', Syringe],
  covidTrained: ['COVID Trained', 'b-out', ShieldCheck],
  inDemand: ['In Demand', 'b-accs', Flame],
  instant: ['Instant Book', 'b-jades', Zap],
}

function Badge({ of: [label, look, Icon] }: { of: [string, string, LucideIcon] }) {
  return (
    <span className={`badge ${look}`}>
      <Icon className="i" aria-hidden="true" />
      {label}
    </span>
  )
}

/** The one status of a card: an icon and its word. */
export const StatusBadge = ({ status }: { status: CardStatus }) => <Badge of={statuses[status]} />

/** What else holds for an artist, beside the status. */
export const FlagBadge = ({ flag }: { flag: Flag }) => <Badge of={flags[flag]} />
