import {
  BookOpenCheck,
  CalendarCheck,
  Cog,
  CreditCard,
  FileText,
  Eye,
  Flag,
  Gavel,
  Gift,
  Inbox,
  Landmark,
  type LucideIcon,
  MapPinned,
  Percent,
  Route,
  Scale,
  ScrollText,
  ShieldCheck,
  Star,
  Store,
  TicketPercent,
  Timer,
  ToggleLeft,
  Undo,
  Undo2,
  UserCheck,
  Users,
} from 'lucide-react'
import { type Duty, hasDuty } from '#contract/accounts/duties.ts'
import type { controlWords } from './control-words.ts'
import type { operatorWords } from './words.ts'

export type Page = {
  path: string
  word: keyof typeof operatorWords | keyof typeof controlWords
  icon: LucideIcon
  duties: readonly Duty[]
  count?: 'waiting' | 'failing' | 'reports' | 'disputes' | 'refunds' | 'approvals'
}

/** The pages of the console, as the rail lists them. */
const pages: readonly Page[] = [
  { path: '/operator', word: 'op.verification', icon: ShieldCheck, count: 'waiting', duties: ['verification'] },
  { path: '/operator/providers', word: 'op.providers', icon: Store, duties: ['support', 'verification'] },
  { path: '/operator/people', word: 'op.people', icon: Users, duties: ['support'] },
  { path: '/operator/reviews', word: 'op.reviews', icon: Star, duties: ['support', 'content'] },
  { path: '/operator/reports', word: 'op.reports', icon: Flag, count: 'reports', duties: ['support'] },
  { path: '/operator/bookings', word: 'op.bookings', icon: CalendarCheck, duties: ['support'] },
  { path: '/operator/disputes', word: 'op.disputes', icon: Gavel, count: 'disputes', duties: ['support'] },
  { path: '/operator/payments', word: 'op.payments', icon: CreditCard, duties: ['money', 'support'] },
  { path: '/operator/refunds', word: 'op.refunds', icon: Undo2, count: 'refunds', duties: ['money'] },
  { path: '/operator/payouts', word: 'op.payouts', icon: Landmark, duties: ['money'] },
  { path: '/operator/charge-backs', word: 'op.chargeBacks', icon: Undo, duties: ['money'] },
  { path: '/operator/vouchers', word: 'op.vouchers', icon: Gift, duties: ['money', 'support'] },
  { path: '/operator/promos', word: 'op.promos', icon: TicketPercent, duties: ['money'] },
  { path: '/operator/ledger', word: 'op.ledger', icon: BookOpenCheck, duties: ['money'] },
  { path: '/operator/bank', word: 'op.bank', icon: Scale, duties: ['money'] },
  { path: '/operator/demand', word: 'op.demand', icon: MapPinned, duties: ['content'] },
  { path: '/operator/outbox', word: 'op.outbox', icon: Inbox, count: 'failing', duties: ['support'] },
  { path: '/operator/catalogue', word: 'op.catalogue', icon: Percent, duties: ['content', 'money'] },
  { path: '/operator/pages', word: 'op.pages', icon: FileText, duties: ['content'] },
  { path: '/operator/speeds', word: 'op.speeds', icon: Route, duties: ['support', 'content'] },
  { path: '/operator/jobs', word: 'op.jobs', icon: Timer, duties: ['owner', 'support'] },
  {
    path: '/operator/approvals',
    word: 'op.approvals',
    icon: UserCheck,
    count: 'approvals',
    duties: ['owner', 'money', 'verification'],
  },
  { path: '/operator/switches', word: 'op.switches', icon: ToggleLeft, duties: ['owner', 'support'] },
  { path: '/operator/settings', word: 'op.settings', icon: Cog, duties: ['owner'] },
  { path: '/operator/audit', word: 'op.audit', icon: ScrollText, duties: ['owner'] },
  { path: '/operator/access', word: 'op.access', icon: Eye, duties: ['owner'] },
]

/** Whether an address stands in a page. */
export const isIn = ({ path }: Page, pathname: string): boolean =>
  path === '/operator' ? /^\/operator\/?$/.test(pathname) : pathname === path || pathname.startsWith(`${path}/`)

/** The pages that an operator with these duties may open. */
export const pagesFor = (duties: readonly string[]): readonly Page[] =>
  pages.filter((page) => hasDuty(duties, page.duties))
