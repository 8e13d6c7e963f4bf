import { useNavigate } from 'react-router'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { saveStreamToken } from '#web/messaging/live.ts'
import { toLocalPath } from '#web/platform/local-path.ts'
import { saveSession, consumeRequestedPath } from '#web/platform/session.ts'
import { updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { setUser } from '#web/platform/store/slices.ts'
import { resumeSave } from '#web/providers/saved-ones.ts'
import { syncCookieChoice } from '#web/shell/cookie-banner.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { getFirstName, getHomePath } from '#web/accounts/protected.tsx'
import { accountMessages } from '#web/accounts/messages.ts'
import { localStore } from '#web/platform/storage.ts'

const t = createTranslator(accountMessages)

/** Data for the page that replaces an invalidated password. */
export type InsteadOf = { email: string; to: string }

/**
 * Returns a function that stores the new session and redirects to the requested path, the given one or the dashboard,
 * or first to the new-password page.
 */
export function useEnter() {
  const store = useClientStore()
  const navigate = useNavigate()
  return (
    { token, user, claimed, choose }: SignedIn & { choose?: string | null },
    { path, said }: { path?: string; said?: string } = {},
  ) => {
    const { roles, cookieChoice, ...kept } = user
    saveSession(localStore, kept, token)
    syncCookieChoice(cookieChoice)
    // The stream retries if this fails.
    saveStreamToken().catch(() => {})
    resumeSave().catch(() => {})
    updateSlice(store, 'user', setUser, kept)
    showToast('success', said ?? t('toast.login', { firstName: getFirstName(user.name) }))
    const to = consumeRequestedPath(localStore) ?? toLocalPath(path) ?? getHomePath(localStore, roles)
    // The dashboard shows it itself; other pages use a toast.
    if (claimed > 0 && to !== '/customer-dashboard') showToast('info', t('customerDashboard.details.claimed'))
    if (choose) {
      const instead: InsteadOf = { email: user.email, to }
      navigate(`/reset-password/${choose}`, { replace: true, state: instead })
      return
    }
    navigate(to, { replace: true, state: claimed > 0 ? { claimed: true } : null })
  }
}
