import {
  BadgeCheck,
  BookOpenCheck,
  CalendarCheck,
  ChartColumn,
  ClipboardPen,
  Cog,
  CreditCard,
  FileCheck,
  FileLock,
  FileSpreadsheet,
  FileText,
  Eye,
  Flag,
  Gavel,
  Gift,
  HandCoins,
  Handshake,
  House,
  Inbox,
  Landmark,
  type LucideIcon,
  MailPlus,
  MapPinned,
  MessageCircleWarning,
  PenLine,
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
import { Duty, hasDuty } from '#contract/accounts/duties.ts'
import type { controlMessages } from './control-messages.ts'
import type { operatorMessages } from './messages.ts'

/** Rail groups in order. */
export const groups = ['work', 'market', 'money', 'system'] as const
type Group = (typeof groups)[number]

export type Page = {
  path: string
  word: keyof typeof operatorMessages | keyof typeof controlMessages
  icon: LucideIcon
  duties: readonly Duty[]
  group: Group
  count?: 'waiting' | 'documents' | 'appeals' | 'words' | 'failing' | 'reports' | 'disputes' | 'refunds' | 'approvals'
}

/** Console pages in rail order. */
const pages: readonly Page[] = [
  { path: '/operator', word: 'op.overview', icon: House, group: 'work', duties: Duty.options },
  {
    path: '/operator/verification',
    group: 'work',
    word: 'op.verification',
    icon: ShieldCheck,
    count: 'waiting',
    duties: ['verification'],
  },
  { path: '/operator/reports', group: 'work', word: 'op.reports', icon: Flag, count: 'reports', duties: ['support'] },
  { path: '/operator/bookings', group: 'work', word: 'op.bookings', icon: CalendarCheck, duties: ['support'] },
  {
    path: '/operator/disputes',
    group: 'work',
    word: 'op.disputes',
    icon: Gavel,
    count: 'disputes',
    duties: ['support'],
  },
  {
    path: '/operator/approvals',
    group: 'work',
    word: 'op.approvals',
    icon: UserCheck,
    count: 'approvals',
    duties: ['owner', 'money', 'verification'],
  },
  {
    path: '/operator/data-requests',
    group: 'work',
    word: 'op.dataRequests',
    icon: FileLock,
    duties: ['support', 'owner'],
  },
  {
    path: '/operator/documents',
    group: 'work',
    word: 'op.documents',
    icon: FileCheck,
    count: 'documents',
    duties: ['verification'],
  },
  {
    path: '/operator/own-words',
    group: 'work',
    word: 'op.ownWords',
    icon: PenLine,
    count: 'words',
    duties: ['verification', 'content'],
  },
  {
    path: '/operator/appeals',
    group: 'work',
    word: 'op.appeals',
    icon: MessageCircleWarning,
    count: 'appeals',
    duties: ['verification'],
  },
  { path: '/operator/business', word: 'op.figures', icon: ChartColumn, group: 'market', duties: ['money', 'content'] },
  {
    path: '/operator/providers',
    group: 'market',
    word: 'op.providers',
    icon: Store,
    duties: ['support', 'verification'],
  },
  { path: '/operator/people', group: 'market', word: 'op.people', icon: Users, duties: ['support'] },
  { path: '/operator/partners', group: 'market', word: 'op.partners', icon: Handshake, duties: ['owner', 'support'] },
  { path: '/operator/reviews', group: 'market', word: 'op.reviews', icon: Star, duties: ['support', 'content'] },
  { path: '/operator/demand', group: 'market', word: 'op.demand', icon: MapPinned, duties: ['content'] },
  { path: '/operator/catalogue', group: 'market', word: 'op.catalogue', icon: Percent, duties: ['content', 'money'] },
  { path: '/operator/checks', group: 'market', word: 'op.checks', icon: BadgeCheck, duties: ['verification'] },
  { path: '/operator/forms', word: 'op.forms', icon: ClipboardPen, group: 'market', duties: ['content'] },
  { path: '/operator/pages', group: 'market', word: 'op.pages', icon: FileText, duties: ['content'] },
  { path: '/operator/mails', group: 'market', word: 'op.mails', icon: MailPlus, duties: ['content'] },
  { path: '/operator/speeds', group: 'market', word: 'op.speeds', icon: Route, duties: ['support', 'content'] },
  { path: '/operator/payments', group: 'money', word: 'op.payments', icon: CreditCard, duties: ['money', 'support'] },
  { path: '/operator/refunds', group: 'money', word: 'op.refunds', icon: Undo2, count: 'refunds', duties: ['money'] },
  { path: '/operator/payouts', group: 'money', word: 'op.payouts', icon: Landmark, duties: ['money'] },
  { path: '/operator/charge-backs', group: 'money', word: 'op.chargeBacks', icon: Undo, duties: ['money'] },
  { path: '/operator/vouchers', group: 'money', word: 'op.vouchers', icon: Gift, duties: ['money', 'support'] },
  { path: '/operator/promos', group: 'money', word: 'op.promos', icon: TicketPercent, duties: ['money'] },
  { path: '/operator/fees', group: 'money', word: 'op.feeRules', icon: HandCoins, duties: ['money'] },
  { path: '/operator/ledger', group: 'money', word: 'op.ledger', icon: BookOpenCheck, duties: ['money'] },
  {
    path: '/operator/platform-report',
    group: 'money',
    word: 'op.platformReport',
    icon: FileSpreadsheet,
    duties: ['money'],
  },
  { path: '/operator/bank', group: 'money', word: 'op.bank', icon: Scale, duties: ['money'] },
  { path: '/operator/outbox', group: 'system', word: 'op.outbox', icon: Inbox, count: 'failing', duties: ['support'] },
  { path: '/operator/jobs', group: 'system', word: 'op.jobs', icon: Timer, duties: ['owner', 'support'] },
  { path: '/operator/switches', group: 'system', word: 'op.switches', icon: ToggleLeft, duties: ['owner', 'support'] },
  { path: '/operator/settings', group: 'system', word: 'op.settings', icon: Cog, duties: ['owner'] },
  { path: '/operator/audit', group: 'system', word: 'op.audit', icon: ScrollText, duties: ['owner'] },
  { path: '/operator/access', group: 'system', word: 'op.access', icon: Eye, duties: ['owner'] },
]

export const isIn = ({ path }: Page, pathname: string): boolean =>
  path === '/operator' ? /^\/operator\/?$/.test(pathname) : pathname === path || pathname.startsWith(`${path}/`)

export const listPagesFor = (duties: readonly string[]): readonly Page[] =>
  pages.filter((page) => hasDuty(duties, page.duties))
