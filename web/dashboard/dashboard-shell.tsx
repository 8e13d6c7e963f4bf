import {
  BadgeCheck,
  CalendarCheck,
  CalendarDays,
  ChartColumn,
  ChevronsUpDown,
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
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { formatMessage } from '#contract/i18n/messages.ts'
import { OwnProvider, useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { useLive } from '#web/messaging/live.ts'
import { useUnread } from '#web/messaging/use-unread.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createOptionalPart, loadPart } from '#web/platform/optional.tsx'
import { setPendingRequests, updateSlice } from '#web/platform/store/store.ts'
import { useClientState, useClientStore } from '#web/platform/store/use-store.tsx'
import { Header } from '#web/shell/header.tsx'
import { Missing } from '#web/shell/pages/error-page.tsx'
import { useUser } from '#web/shell/session-state.ts'
import { shellMessages } from '#web/shell/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import navigationStyles from '#web/ui/navigation.module.css'
import { FootBar, NavigationGroups, type NavigationLink } from '#web/ui/navigation.tsx'
import { loadToasts } from '#web/ui/overlays/snackbar.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import type { dashboardMessages } from './messages.ts'

/** The rail or, on phones, the header and the bar of pages around a page of the artist, whose profile it provides. */
export function DashboardShell({ profile, children }: { profile: EditableProfile; children: ReactNode }) {
  // Preloads toasts while online, because 'You are offline' needs them.
  useEffect(() => {
    loadToasts()
  }, [])
  useWaitingRequests()
  useKeptMessages()
  const unread = useUnread('provider')
  return (
    <OwnProvider loaded={profile}>
      <div className={navigationStyles.frame}>
        <Rail unread={unread} />
        <div className="can-shrink">
          <div className="narrow-only">
            <Header />
          </div>
          {children}
        </div>
        <DashboardBar unread={unread} />
      </div>
    </OwnProvider>
  )
}

/** Sends day updates queued offline, from any page. */
function useKeptMessages(): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    loadPart(() => import('#web/party/use-day-outbox.ts')).then(
      (part) => {
        if (!gone) stop = part.startDayOutbox()
      },
      // Still offline.
      () => {},
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [])
}

/** Keeps the pending requests in the store: reloads on each page and on each event. */
function useWaitingRequests(): void {
  const store = useClientStore()
  const { pathname } = useLocation()
  const look = useRef(() => {})
  look.current = () => {
    browserApi()
      .requests.mine({})
      .then(
        ({ requests, toAnswer }) =>
          updateSlice(
            store,
            'requests',
            setPendingRequests,
            requests.filter(({ state }) => state === 'requested').map(({ id }) => ({ id })),
            toAnswer,
          ),
        // A failed request is repeated on the next page.
        () => {},
      )
  }
  useLive(['request.new', 'request.answered', 'request.ended'], () => look.current())
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again on another page
  useEffect(() => look.current(), [pathname])
}

const SideMenu = createOptionalPart(() => import('#web/shell/side-menu.tsx').then((m) => m.SideMenu), Missing)

function Rail({ unread }: { unread: number }) {
  const t = useDashboardMessages()
  const { profile } = useOwn()
  const linksOf = useLinks(unread)
  const user = useUser()
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <aside className={joinClasses('no-print', navigationStyles.rail)} aria-label={t('dashboard.title')}>
      <Logo className={navigationStyles.railLogo} label={formatMessage(shellMessages['shell.logo.alt'])} />
      <nav aria-label={t('dashboard.rail')} className={navigationStyles.railLinks}>
        <NavigationGroups
          groups={groups.map(({ word, pages }) => ({
            title: word && t(word),
            pages: linksOf(pages),
          }))}
        />
      </nav>
      <button type="button" className={navigationStyles.person} aria-haspopup="dialog" onClick={() => setMenu('open')}>
        <Avatar size={40} src={profile.photo?.src ?? '/pictures/none.svg'} alt="" />
        <span className="grow can-shrink">
          <b className="bold">{profile.name}</b>
          <span className="micro muted row gap-6">
            {profile.state === 'approved' && <BadgeCheck className="icon" aria-hidden="true" />}
            {t(`state.${profile.state}`)}
          </span>
        </span>
        <span className="visually-hidden">{t('dashboard.menu')}</span>
        <ChevronsUpDown className="icon" aria-hidden="true" />
      </button>
      {menu !== 'never' && <SideMenu open={menu === 'open'} onClose={() => setMenu('closed')} user={user} />}
    </aside>
  )
}

function DashboardBar({ unread }: { unread: number }) {
  const t = useDashboardMessages()
  const linksOf = useLinks(unread)
  return (
    <FootBar
      label={t('dashboard.rail')}
      bar={linksOf(barPages)}
      more={groups.map(({ word, pages }) => ({
        title: word && t(word),
        pages: linksOf(pages.filter((page) => !barPages.includes(page))),
      }))}
      words={{ more: t('dashboard.more'), close: t('dashboard.close') }}
    />
  )
}

/** Returns a function that presents pages as links, with the counts of pending requests and unread messages. */
function useLinks(unread: number): (of: readonly Page[]) => NavigationLink[] {
  const t = useDashboardMessages()
  const { pathname } = useLocation()
  const waiting = useClientState((state) => state.requests.pendingRequestsCount)
  return (of) =>
    of.map((page) => ({
      path: page.path,
      label: t(page.word),
      icon: page.icon,
      here: isIn(page, pathname),
      ...(page.path === '/dashboard/requests'
        ? { waits: { n: waiting, label: t('dashboard.requests.wait', { n: waiting }) } }
        : {}),
      ...(page.path === '/dashboard/messages'
        ? { waits: { n: unread, label: t('dashboard.messages.new', { n: unread }) } }
        : {}),
    }))
}

interface Page {
  path: string
  word: keyof typeof dashboardMessages
  icon: LucideIcon
}

/** The pages of a group by the last part of their address, which is also that of their message. */
const listPages = <Name extends string>(icons: Record<Name, LucideIcon>) =>
  (Object.entries(icons) as [Name, LucideIcon][]).map(([name, icon]) => ({
    path: `/dashboard/${name}`,
    word: `dashboard.${name}` as const,
    icon,
  }))

/** Pages of the dashboard by group, in rail order. */
const groups: readonly { word: keyof typeof dashboardMessages | null; pages: readonly Page[] }[] = [
  {
    word: null,
    pages: [
      { path: '/dashboard', word: 'dashboard.home', icon: House },
      ...listPages({
        requests: Inbox,
        appointments: CalendarCheck,
        calendar: CalendarDays,
        messages: MessageCircle,
        clients: Users,
      }),
    ],
  },
  {
    word: 'dashboard.group.profile',
    pages: listPages({
      profile: UserRound,
      services: Tags,
      albums: Images,
      reviews: Star,
      checks: BadgeCheck,
      appearance: Eye,
      share: Share2,
      insights: TrendingUp,
    }),
  },
  {
    word: 'dashboard.group.money',
    pages: listPages({ earnings: ChartColumn, payouts: Landmark, promos: TicketPercent, vouchers: Gift }),
  },
  {
    word: 'dashboard.group.settings',
    pages: listPages({
      hours: Clock,
      travel: Route,
      rules: SlidersHorizontal,
      programs: Webhook,
      account: CircleUser,
    }),
  },
]
const pages: readonly Page[] = groups.flatMap(({ pages }) => pages)

/** Pages of the phone's bottom bar; others are behind More. */
const atFoot = ['/dashboard', '/dashboard/requests', '/dashboard/calendar', '/dashboard/albums']
const barPages: readonly Page[] = pages.filter(({ path }) => atFoot.includes(path))

const isIn = (page: Page, pathname: string): boolean =>
  page.path === '/dashboard'
    ? pathname === '/dashboard' || pathname === '/dashboard/'
    : pathname === page.path ||
      pathname.startsWith(`${page.path}/`) ||
      // A request has an address of its own, which emails link to.
      (page.path === '/dashboard/requests' && pathname === '/offer')
