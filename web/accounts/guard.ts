import { currentToken, rememberPath } from '#web/platform/session.ts'
import type { Kept } from '#web/platform/storage.ts'

/** Whether a protected page may show: not known until the page runs, then allowed, or off to log in. */
export type Guard = 'undetermined' | 'allowed' | 'login'

/** Decides for a protected path; who must log in first is brought back to it afterwards. */
export function guardOf(kept: Kept | null, path: string, now = Date.now()): Guard {
  if (!kept) return 'undetermined'
  if (currentToken(kept, now)) return 'allowed'
  rememberPath(kept, path)
  return 'login'
}

const choiceKey = 'primpDashboard'
const dashboards = ['/dashboard', '/customer-dashboard'] as const
export type Dashboard = (typeof dashboards)[number]

/** Keeps which dashboard was chosen last. */
export const rememberDashboard = (kept: Kept, dashboard: Dashboard): void => kept.setItem(choiceKey, dashboard)

/** Where signing in leads without a remembered path: an operator's console, the one dashboard, the one chosen last, or the choice. */
export function homeOf(kept: Kept, roles: readonly string[]): string {
  if (roles.includes('operator')) return '/operator'
  if (!roles.includes('provider')) return '/customer-dashboard'
  return dashboards.find((dashboard) => dashboard === kept.getItem(choiceKey)) ?? '/select-dashboard'
}
