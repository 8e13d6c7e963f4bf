import {
  BookOpenCheck,
  CalendarCheck,
  Cog,
  CreditCard,
  FileText,
  Flag,
  Gavel,
  Inbox,
  Landmark,
  type LucideIcon,
  MapPinned,
  Percent,
  Route,
  ScrollText,
  ShieldCheck,
  Star,
  Store,
  Timer,
  Undo2,
  Users,
} from 'lucide-react'
import type { operatorWords } from './words.ts'

export type Page = {
  path: string
  word: keyof typeof operatorWords
  icon: LucideIcon
  count?: 'waiting' | 'failing' | 'reports' | 'disputes' | 'refunds'
}

/** The pages of the console, as the rail lists them. */
export const pages: readonly Page[] = [
  { path: '/operator', word: 'op.verification', icon: ShieldCheck, count: 'waiting' },
  { path: '/operator/providers', word: 'op.providers', icon: Store },
  { path: '/operator/people', word: 'op.people', icon: Users },
  { path: '/operator/reviews', word: 'op.reviews', icon: Star },
  { path: '/operator/reports', word: 'op.reports', icon: Flag, count: 'reports' },
  { path: '/operator/bookings', word: 'op.bookings', icon: CalendarCheck },
  { path: '/operator/disputes', word: 'op.disputes', icon: Gavel, count: 'disputes' },
  { path: '/operator/payments', word: 'op.payments', icon: CreditCard },
  { path: '/operator/refunds', word: 'op.refunds', icon: Undo2, count: 'refunds' },
  { path: '/operator/payouts', word: 'op.payouts', icon: Landmark },
  { path: '/operator/ledger', word: 'op.ledger', icon: BookOpenCheck },
  { path: '/operator/demand', word: 'op.demand', icon: MapPinned },
  { path: '/operator/outbox', word: 'op.outbox', icon: Inbox, count: 'failing' },
  { path: '/operator/catalogue', word: 'op.catalogue', icon: Percent },
  { path: '/operator/pages', word: 'op.pages', icon: FileText },
  { path: '/operator/speeds', word: 'op.speeds', icon: Route },
  { path: '/operator/jobs', word: 'op.jobs', icon: Timer },
  { path: '/operator/settings', word: 'op.settings', icon: Cog },
  { path: '/operator/audit', word: 'op.audit', icon: ScrollText },
]

/** Whether an address stands in a page. */
export const isIn = ({ path }: Page, pathname: string): boolean =>
  path === '/operator' ? /^\/operator\/?$/.test(pathname) : pathname === path || pathname.startsWith(`${path}/`)
