import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, Outlet, redirect, useLocation, useNavigation } from 'react-router'
import { createTranslator } from '#contract/words.ts'
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

/** What a protected page shows while it is not known who is there. */
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

/** The pages of somebody who is signed in: one that takes more than 150 ms to come is shown in its shape meanwhile. */
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
      {/* Out of sight, not gone: where the way does not lead on, what was typed is still there. */}
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

/** The first name of a full one. */
export const getFirstName = (name: string): string => name.split(' ')[0] ?? name

type Args = ClientLoaderFunctionArgs

// Every page of a member calls one of these endpoints.
if (!import.meta.env.SSR) loadMemberCalls().catch(() => {})

const isShown = (path: string): boolean => location.pathname + location.search === path

/**
 * The loader of a protected page: without a session, or where it has ended meanwhile, log in comes first and leads back here.
 * A page that asks for itself anew and is not answered goes on standing. `open` names the addresses that need none. Browser only.
 */
export function requireSession<T>(load: (args: Args) => T | Promise<T>, open: (path: string) => boolean = () => false) {
  let stands: { of: string; data: T } | undefined
  const loader = async (args: Args): Promise<T> => {
    const { pathname, search } = new URL(args.request.url)
    const path = pathname + search
    // Returned, not thrown, here and below: the router leaves all the same, and no rejection stands unheard meanwhile.
    if (getRouteGuard(localStore, path) !== 'allowed' && !open(pathname)) return redirect('/login') as never
    // What is somebody's is shown to nobody else.
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
  // It stands before what the server knows of the page, too.
  return Object.assign(loader, { hydrate: true as const })
}

/** Whether a protected page may show: not known until the page runs, then allowed, or off to log in. */
type Guard = 'undetermined' | 'allowed' | 'login'

/** Decides for a protected path; who must log in first is brought back to it afterwards. */
export function getRouteGuard(kept: StorageLike | null, path: string, now = Date.now()): Guard {
  if (!kept) return 'undetermined'
  if (getCurrentToken(kept, now)) return 'allowed'
  saveRequestedPath(kept, path)
  return 'login'
}

const choiceKey = 'primpDashboard'
const dashboards = ['/dashboard', '/customer-dashboard'] as const
type Dashboard = (typeof dashboards)[number]

/** Keeps which dashboard was chosen last. */
export const saveDashboardChoice = (kept: StorageLike, dashboard: Dashboard): void => kept.setItem(choiceKey, dashboard)

/** Where signing in leads without a remembered path: an operator's console, the one dashboard, the one chosen last, or the choice. */
export function getHomePath(kept: StorageLike, roles: readonly string[]): string {
  if (roles.includes('operator')) return '/operator'
  if (!roles.includes('provider')) return '/customer-dashboard'
  return dashboards.find((dashboard) => dashboard === kept.getItem(choiceKey)) ?? '/select-dashboard'
}
