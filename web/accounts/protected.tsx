import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, Outlet, redirect, useLocation, useNavigation } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ApiError, isUnanswered } from '#web/platform/api/api.ts'
import { loadMemberCalls } from '#web/platform/api/browser.ts'
import { getCurrentToken, saveRequestedPath } from '#web/platform/session.ts'
import { localStore, type StorageLike } from '#web/platform/storage.ts'
import { shellMessages } from '#web/shell/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Loader } from '#web/ui/loader.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { accountMessages } from './messages.ts'
import { isOtherPage } from './other-page.ts'
import styles from './protected.module.css'

const s = createTranslator(shellMessages)
const LATE_MS = 150

export function Undetermined() {
  return (
    <main id="main" tabIndex={-1} className="page-width">
      <h1 className="visually-hidden">{s('loader.default')}</h1>
      <Shape />
    </main>
  )
}

function Shape() {
  return (
    <div className={styles.coming}>
      <Skeleton height={44} width="min(320px, 70%)" />
      <Skeleton height={180} />
      <Skeleton height={120} />
      <Skeleton height={120} />
      <div className={styles.message} data-late>
        <Loader message={s('loader.default')} slow={s('loader.slow')} />
      </div>
    </div>
  )
}

/** Layout of protected pages; shows a skeleton after 150 ms of navigation. */
export function MemberPages() {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const onItsWay = state === 'loading' && isOtherPage(pathname, location.pathname)
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!onItsWay) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [onItsWay])
  const away = onItsWay && late
  return (
    <>
      {/* Hidden, not unmounted: if navigation fails, typed text is still there. */}
      <div className={joinClasses(styles.page, away && styles.away)}>
        <Outlet />
      </div>
      {away && (
        <div className="page-width">
          <Shape />
        </div>
      )}
    </>
  )
}

export const getFirstName = (name: string): string => name.split(' ')[0] ?? name

type Args = ClientLoaderFunctionArgs

// Prefetched: every protected page needs these endpoints.
if (!import.meta.env.SSR) loadMemberCalls().catch(() => {})

const isShown = (path: string): boolean => location.pathname + location.search === path

/**
 * Creates a loader for a protected page: redirects to login without a valid session, and back afterwards. On network
 * errors during revalidation the shown data stays. `open` names paths without a session. Browser only.
 */
export function requireSession<T>(load: (args: Args) => T | Promise<T>, open: (path: string) => boolean = () => false) {
  let stands: { of: string; data: T } | undefined
  const loader = async (args: Args): Promise<T> => {
    const { pathname, search } = new URL(args.request.url)
    const path = pathname + search
    // Returned, not thrown, here and below: the router redirects either way, and no rejection goes unhandled.
    if (getRouteGuard(localStore, path) !== 'allowed' && !open(pathname)) return redirect('/login') as never
    // Cached data belongs to one session and path.
    const of = `${getCurrentToken(localStore)} ${path}`
    try {
      const data = await load(args)
      stands = { of, data }
      return data
    } catch (fault) {
      if (stands?.of === of && isShown(path) && isUnanswered(fault)) return stands.data
      if (fault instanceof Response && fault.headers.has('Location')) return fault as never
      if (fault instanceof ApiError && fault.code === 'second_factor_needed') {
        saveRequestedPath(localStore, path)
        return redirect('/second-step') as never
      }
      const suspended = fault instanceof ApiError && fault.code === 'suspended'
      if (!(fault instanceof ApiError) || (fault.status !== 401 && !suspended)) throw fault
      saveRequestedPath(localStore, path)
      if (suspended) showToast('error', fault.message, undefined, '/login')
      else showToast('info', createTranslator(accountMessages)('toast.session.ended'), undefined, '/login')
      return redirect('/login') as never
    }
  }
  // Also runs during hydration, before the server's data is used.
  return Object.assign(loader, { hydrate: true as const })
}

/** Whether a protected page may render: unknown before hydration, then allowed or redirected to login. */
type Guard = 'undetermined' | 'allowed' | 'login'

/** Returns the guard of a path and stores the path for after login. */
export function getRouteGuard(kept: StorageLike | null, path: string, now = Date.now()): Guard {
  if (!kept) return 'undetermined'
  if (getCurrentToken(kept, now)) return 'allowed'
  saveRequestedPath(kept, path)
  return 'login'
}

const choiceKey = 'primpDashboard'
const dashboards = ['/dashboard', '/customer-dashboard'] as const
type Dashboard = (typeof dashboards)[number]

/** Stores the last dashboard choice. */
export const saveDashboardChoice = (kept: StorageLike, dashboard: Dashboard): void => kept.setItem(choiceKey, dashboard)

/** Returns the default path after login: console, only dashboard, last choice, or the choice page. */
export function getHomePath(kept: StorageLike, roles: readonly string[]): string {
  if (roles.includes('operator')) return '/operator'
  if (!roles.includes('provider')) return '/customer-dashboard'
  return dashboards.find((dashboard) => dashboard === kept.getItem(choiceKey)) ?? '/select-dashboard'
}
