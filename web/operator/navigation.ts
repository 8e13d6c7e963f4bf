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
  Vault,
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
  { path: '/operator', word: 'operator.overview', icon: House, group: 'work', duties: Duty.options },
  {
    path: '/operator/verification',
    group: 'work',
    word: 'operator.verification',
    icon: ShieldCheck,
    count: 'waiting',
    duties: ['verification'],
  },
  {
    path: '/operator/reports',
    group: 'work',
    word: 'operator.reports',
    icon: Flag,
    count: 'reports',
    duties: ['support'],
  },
  { path: '/operator/bookings', group: 'work', word: 'operator.bookings', icon: CalendarCheck, duties: ['support'] },
  {
    path: '/operator/disputes',
    group: 'work',
    word: 'operator.disputes',
    icon: Gavel,
    count: 'disputes',
    duties: ['support'],
  },
  {
    path: '/operator/approvals',
    group: 'work',
    word: 'operator.approvals',
    icon: UserCheck,
    count: 'approvals',
    duties: ['owner', 'money', 'verification'],
  },
  {
    path: '/operator/data-requests',
    group: 'work',
    word: 'operator.dataRequests',
    icon: FileLock,
    duties: ['support', 'owner'],
  },
  {
    path: '/operator/documents',
    group: 'work',
    word: 'operator.documents',
    icon: FileCheck,
    count: 'documents',
    duties: ['verification'],
  },
  {
    path: '/operator/own-words',
    group: 'work',
    word: 'operator.ownWords',
    icon: PenLine,
    count: 'words',
    duties: ['verification', 'content'],
  },
  {
    path: '/operator/appeals',
    group: 'work',
    word: 'operator.appeals',
    icon: MessageCircleWarning,
    count: 'appeals',
    duties: ['verification'],
  },
  {
    path: '/operator/business',
    word: 'operator.figures',
    icon: ChartColumn,
    group: 'market',
    duties: ['money', 'content'],
  },
  {
    path: '/operator/providers',
    group: 'market',
    word: 'operator.providers',
    icon: Store,
    duties: ['support', 'verification'],
  },
  { path: '/operator/people', group: 'market', word: 'operator.people', icon: Users, duties: ['support'] },
  {
    path: '/operator/partners',
    group: 'market',
    word: 'operator.partners',
    icon: Handshake,
    duties: ['owner', 'support'],
  },
  { path: '/operator/reviews', group: 'market', word: 'operator.reviews', icon: Star, duties: ['support', 'content'] },
  { path: '/operator/demand', group: 'market', word: 'operator.demand', icon: MapPinned, duties: ['content'] },
  {
    path: '/operator/catalogue',
    group: 'market',
    word: 'operator.catalogue',
    icon: Percent,
    duties: ['content', 'money'],
  },
  { path: '/operator/checks', group: 'market', word: 'operator.checks', icon: BadgeCheck, duties: ['verification'] },
  { path: '/operator/forms', word: 'operator.forms', icon: ClipboardPen, group: 'market', duties: ['content'] },
  { path: '/operator/pages', group: 'market', word: 'operator.pages', icon: FileText, duties: ['content'] },
  { path: '/operator/mails', group: 'market', word: 'operator.mails', icon: MailPlus, duties: ['content'] },
  { path: '/operator/speeds', group: 'market', word: 'operator.speeds', icon: Route, duties: ['support', 'content'] },
  {
    path: '/operator/payments',
    group: 'money',
    word: 'operator.payments',
    icon: CreditCard,
    duties: ['money', 'support'],
  },
  {
    path: '/operator/refunds',
    group: 'money',
    word: 'operator.refunds',
    icon: Undo2,
    count: 'refunds',
    duties: ['money'],
  },
  { path: '/operator/payouts', group: 'money', word: 'operator.payouts', icon: Landmark, duties: ['money'] },
  { path: '/operator/charge-backs', group: 'money', word: 'operator.chargeBacks', icon: Undo, duties: ['money'] },
  { path: '/operator/vouchers', group: 'money', word: 'operator.vouchers', icon: Gift, duties: ['money', 'support'] },
  { path: '/operator/promos', group: 'money', word: 'operator.promos', icon: TicketPercent, duties: ['money'] },
  { path: '/operator/fees', group: 'money', word: 'operator.feeRules', icon: HandCoins, duties: ['money'] },
  { path: '/operator/ledger', group: 'money', word: 'operator.ledger', icon: BookOpenCheck, duties: ['money'] },
  {
    path: '/operator/platform-report',
    group: 'money',
    word: 'operator.platformReport',
    icon: FileSpreadsheet,
    duties: ['money'],
  },
  { path: '/operator/bank', group: 'money', word: 'operator.bank', icon: Vault, duties: ['money'] },
  {
    path: '/operator/outbox',
    group: 'system',
    word: 'operator.outbox',
    icon: Inbox,
    count: 'failing',
    duties: ['support'],
  },
  { path: '/operator/jobs', group: 'system', word: 'operator.jobs', icon: Timer, duties: ['owner', 'support'] },
  {
    path: '/operator/switches',
    group: 'system',
    word: 'operator.switches',
    icon: ToggleLeft,
    duties: ['owner', 'support'],
  },
  { path: '/operator/settings', group: 'system', word: 'operator.settings', icon: Cog, duties: ['owner'] },
  { path: '/operator/audit', group: 'system', word: 'operator.audit', icon: ScrollText, duties: ['owner'] },
  { path: '/operator/access', group: 'system', word: 'operator.access', icon: Eye, duties: ['owner'] },
]

export const isIn = ({ path }: Page, pathname: string): boolean =>
  path === '/operator' ? /^\/operator\/?$/.test(pathname) : pathname === path || pathname.startsWith(`${path}/`)

export const listPagesFor = (duties: readonly string[]): readonly Page[] =>
  pages.filter((page) => hasDuty(duties, page.duties))
