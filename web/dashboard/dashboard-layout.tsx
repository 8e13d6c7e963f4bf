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
import { useEffect, useRef, useState } from 'react'
import { type MetaFunction, redirect, useLoaderData, useLocation } from 'react-router'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { MemberPages, requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { OwnProvider, useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { useLive } from '#web/messaging/live.ts'
import { useUnread } from '#web/messaging/use-unread.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createOptionalPart, loadPart } from '#web/platform/optional.tsx'
import { createHead } from '#web/platform/head.ts'
import { setPendingRequests, updateSlice } from '#web/platform/store/store.ts'
import { useClientState, useClientStore } from '#web/platform/store/use-store.tsx'
import { Header } from '#web/shell/header.tsx'
import type { PageFrame } from '#web/shell/site.ts'
import { ErrorPage, Missing } from '#web/shell/pages/error-page.tsx'
import { useUser } from '#web/shell/session-state.ts'
import { shellMessages } from '#web/shell/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import navigationStyles from '#web/ui/navigation.module.css'
import { FootBar, NavigationGroups, type NavigationLink } from '#web/ui/navigation.tsx'
import { loadToasts } from '#web/ui/overlays/snackbar.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { dashboardMessages } from './messages.ts'

const t = createTranslator(dashboardMessages)

export const handle: PageFrame = { header: 'none', footer: 'none' }

export const meta: MetaFunction = () =>
  createHead({ title: `${t('dashboard.title')} · Primp`, publicUrl: '', noindex: true })

/** Redirects customers to signup, and providers without a profile to the step that creates it. */
export const clientLoader = requireSession(async () => {
  const { user } = await browserApi().accounts.me({})
  if (!user.roles.includes('provider')) throw redirect('/join')
  try {
    const profile = await browserApi().providerProfile.show({})
    return { profile, countryCode: profile.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw redirect('/signup/profile/set-location')
    throw error
  }
})

// Forms update this state, so that navigation needs no request and works offline.
export const shouldRevalidate = () => false

export const HydrateFallback = Undetermined

export default function DashboardLayout() {
  const { profile } = useLoaderData<typeof clientLoader>()
  // Preloads toasts while online, because 'You are offline' needs them.
  useEffect(() => {
    loadToasts()
  }, [])
  useWaitingRequests()
  useKeptMessages()
  return (
    <OwnProvider loaded={profile}>
      <div className={navigationStyles.frame}>
        <Rail />
        <div className="can-shrink">
          <div className="narrow-only">
            <Header />
          </div>
          <MemberPages />
        </div>
        <DashboardBar />
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

export function ErrorBoundary() {
  return <ErrorPage />
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

function Rail() {
  const t = useDashboardMessages()
  const { profile } = useOwn()
  const { pathname } = useLocation()
  const user = useUser()
  const waiting = useClientState((state) => state.requests.pendingRequestsCount)
  const unread = useUnread('provider')
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <aside className={joinClasses('no-print', navigationStyles.rail)} aria-label={t('dashboard.title')}>
      <Logo className={navigationStyles.railLogo} label={formatMessage(shellMessages['shell.logo.alt'])} />
      <nav aria-label={t('dashboard.rail')} className={navigationStyles.railLinks}>
        <NavigationGroups
          groups={groups.map(({ word, pages }) => ({
            title: word && t(word),
            pages: linksOf(pages, t, pathname, { waiting, unread }),
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

function DashboardBar() {
  const t = useDashboardMessages()
  const { pathname } = useLocation()
  return (
    <FootBar
      label={t('dashboard.rail')}
      bar={linksOf(barPages, t, pathname)}
      more={linksOf(morePages, t, pathname)}
      words={{ more: t('dashboard.more'), close: t('dashboard.close') }}
    />
  )
}

const linksOf = (
  of: readonly Page[],
  t: ReturnType<typeof useDashboardMessages>,
  pathname: string,
  { waiting = 0, unread = 0 } = {},
): NavigationLink[] =>
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

type Page = { path: string; word: keyof typeof dashboardMessages; icon: LucideIcon }

/** Pages of the dashboard by group, in rail order. */
const groups: readonly { word: keyof typeof dashboardMessages | null; pages: readonly Page[] }[] = [
  {
    word: null,
    pages: [
      { path: '/dashboard', word: 'dashboard.home', icon: House },
      { path: '/dashboard/requests', word: 'dashboard.requests', icon: Inbox },
      { path: '/dashboard/appointments', word: 'dashboard.appointments', icon: CalendarCheck },
      { path: '/dashboard/calendar', word: 'dashboard.calendar', icon: CalendarDays },
      { path: '/dashboard/messages', word: 'dashboard.messages', icon: MessageCircle },
      { path: '/dashboard/clients', word: 'dashboard.clients', icon: Users },
    ],
  },
  {
    word: 'dashboard.group.profile',
    pages: [
      { path: '/dashboard/profile', word: 'dashboard.profile', icon: UserRound },
      { path: '/dashboard/services', word: 'dashboard.services', icon: Tags },
      { path: '/dashboard/albums', word: 'dashboard.albums', icon: Images },
      { path: '/dashboard/reviews', word: 'dashboard.reviews', icon: Star },
      { path: '/dashboard/checks', word: 'dashboard.checks', icon: BadgeCheck },
      { path: '/dashboard/appearance', word: 'dashboard.appearance', icon: Eye },
      { path: '/dashboard/share', word: 'dashboard.share', icon: Share2 },
      { path: '/dashboard/insights', word: 'dashboard.insights', icon: TrendingUp },
    ],
  },
  {
    word: 'dashboard.group.money',
    pages: [
      { path: '/dashboard/earnings', word: 'dashboard.earnings', icon: ChartColumn },
      { path: '/dashboard/payouts', word: 'dashboard.payouts', icon: Landmark },
      { path: '/dashboard/promos', word: 'dashboard.promos', icon: TicketPercent },
      { path: '/dashboard/vouchers', word: 'dashboard.vouchers', icon: Gift },
    ],
  },
  {
    word: 'dashboard.group.settings',
    pages: [
      { path: '/dashboard/hours', word: 'dashboard.hours', icon: Clock },
      { path: '/dashboard/travel', word: 'dashboard.travel', icon: Route },
      { path: '/dashboard/rules', word: 'dashboard.rules', icon: SlidersHorizontal },
      { path: '/dashboard/programs', word: 'dashboard.programs', icon: Webhook },
      { path: '/dashboard/account', word: 'dashboard.account', icon: CircleUser },
    ],
  },
]
const pages: readonly Page[] = groups.flatMap(({ pages }) => pages)

/** Pages of the phone's bottom bar; others are behind More. */
const atFoot = ['/dashboard', '/dashboard/requests', '/dashboard/calendar', '/dashboard/albums']
const barPages: readonly Page[] = pages.filter(({ path }) => atFoot.includes(path))
const morePages: readonly Page[] = pages.filter(({ path }) => !atFoot.includes(path))

const isIn = (page: Page, pathname: string): boolean =>
  page.path === '/dashboard'
    ? pathname === '/dashboard' || pathname === '/dashboard/'
    : pathname === page.path || pathname.startsWith(`${page.path}/`)
