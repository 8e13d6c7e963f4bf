import {
  BadgeCheck,
  CalendarCheck,
  CalendarDays,
  ChartColumn,
  CircleUser,
  Clock,
  Eye,
  Gift,
  House,
  Images,
  Inbox,
  Landmark,
  type LucideIcon,
  MessageCircle,
  Route,
  Share2,
  SlidersHorizontal,
  Star,
  Tags,
  TicketPercent,
  TrendingUp,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react'
import type { dashboardWords } from './words.ts'

export type Page = { path: string; word: keyof typeof dashboardWords; icon: LucideIcon }

/** The pages of the dashboard, as the rail lists them: what a day needs, then what is shown, paid and set. */
export const groups: readonly { word: keyof typeof dashboardWords | null; pages: readonly Page[] }[] = [
  {
    word: null,
    pages: [
      { path: '/dashboard', word: 'pd.home', icon: House },
      { path: '/dashboard/requests', word: 'pd.requests', icon: Inbox },
      { path: '/dashboard/appointments', word: 'pd.appointments', icon: CalendarCheck },
      { path: '/dashboard/calendar', word: 'pd.calendar', icon: CalendarDays },
      { path: '/dashboard/messages', word: 'pd.messages', icon: MessageCircle },
      { path: '/dashboard/clients', word: 'pd.clients', icon: Users },
    ],
  },
  {
    word: 'pd.group.profile',
    pages: [
      { path: '/dashboard/profile', word: 'pd.profile', icon: UserRound },
      { path: '/dashboard/services', word: 'pd.services', icon: Tags },
      { path: '/dashboard/albums', word: 'pd.albums', icon: Images },
      { path: '/dashboard/reviews', word: 'pd.reviews', icon: Star },
      { path: '/dashboard/checks', word: 'pd.checks', icon: BadgeCheck },
      { path: '/dashboard/appearance', word: 'pd.appearance', icon: Eye },
      { path: '/dashboard/share', word: 'pd.share', icon: Share2 },
      { path: '/dashboard/insights', word: 'pd.insights', icon: TrendingUp },
    ],
  },
  {
    word: 'pd.group.money',
    pages: [
      { path: '/dashboard/earnings', word: 'pd.earnings', icon: ChartColumn },
      { path: '/dashboard/payouts', word: 'pd.payouts', icon: Landmark },
      { path: '/dashboard/promos', word: 'pd.promos', icon: TicketPercent },
      { path: '/dashboard/vouchers', word: 'pd.vouchers', icon: Gift },
    ],
  },
  {
    word: 'pd.group.settings',
    pages: [
      { path: '/dashboard/hours', word: 'pd.hours', icon: Clock },
      { path: '/dashboard/travel', word: 'pd.travel', icon: Route },
      { path: '/dashboard/rules', word: 'pd.rules', icon: SlidersHorizontal },
      { path: '/dashboard/programs', word: 'pd.programs', icon: Webhook },
      { path: '/dashboard/account', word: 'pd.account', icon: CircleUser },
    ],
  },
]
const pages: readonly Page[] = groups.flatMap(({ pages }) => pages)

/** The pages of the bar at a phone's foot; the others stand behind More. */
const atFoot = ['/dashboard', '/dashboard/requests', '/dashboard/calendar', '/dashboard/albums']
export const barPages: readonly Page[] = pages.filter(({ path }) => atFoot.includes(path))
export const morePages: readonly Page[] = pages.filter(({ path }) => !atFoot.includes(path))

/** Whether an address stands in a page. */
export const isIn = (page: Page, pathname: string): boolean =>
  page.path === '/dashboard'
    ? pathname === '/dashboard' || pathname === '/dashboard/'
    : pathname === page.path || pathname.startsWith(`${page.path}/`)
