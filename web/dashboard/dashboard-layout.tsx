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
import { createTranslator } from '#contract/words.ts'
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

export const meta: MetaFunction = () => createHead({ title: `${t('pd.title')} · Primp`, publicUrl: '', noindex: true })

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
    <aside className={joinClasses('no-print', navigationStyles.rail)} aria-label={t('pd.title')}>
      <Logo className={navigationStyles.railLogo} label={shellMessages['shell.logo.alt']} />
      <nav aria-label={t('pd.rail')} className={navigationStyles.railLinks}>
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
        <span className="visually-hidden">{t('pd.menu')}</span>
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
      label={t('pd.rail')}
      bar={linksOf(barPages, t, pathname)}
      more={linksOf(morePages, t, pathname)}
      words={{ more: t('pd.more'), close: t('pd.close') }}
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
      ? { waits: { n: waiting, label: t('pd.requests.wait', { n: waiting }) } }
      : {}),
    ...(page.path === '/dashboard/messages'
      ? { waits: { n: unread, label: t('pd.messages.new', { n: unread }) } }
      : {}),
  }))

type Page = { path: string; word: keyof typeof dashboardMessages; icon: LucideIcon }

/** Pages of the dashboard by group, in rail order. */
const groups: readonly { word: keyof typeof dashboardMessages | null; pages: readonly Page[] }[] = [
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

/** Pages of the phone's bottom bar; others are behind More. */
const atFoot = ['/dashboard', '/dashboard/requests', '/dashboard/calendar', '/dashboard/albums']
const barPages: readonly Page[] = pages.filter(({ path }) => atFoot.includes(path))
const morePages: readonly Page[] = pages.filter(({ path }) => !atFoot.includes(path))

const isIn = (page: Page, pathname: string): boolean =>
  page.path === '/dashboard'
    ? pathname === '/dashboard' || pathname === '/dashboard/'
    : pathname === page.path || pathname.startsWith(`${page.path}/`)
