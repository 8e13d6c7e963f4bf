import { type ClientLoaderFunctionArgs, type MetaFunction, redirect } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { disablePush } from '#web/notifications/browser-notices.ts'
import { browserApi, browserStore } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { toLocalPath } from '#web/platform/local-path.ts'
import { getActingUser, clearSession, getCurrentToken, getStoredUser } from '#web/platform/session.ts'
import { resetStore, updateSlice } from '#web/platform/store/store.ts'
import { setUser } from '#web/platform/store/slices.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { accountMessages } from '#web/accounts/messages.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'

export const meta: MetaFunction = () =>
  createHead({ title: createTranslator(accountMessages)('meta.logout'), publicUrl: '', noindex: true })

/** Ends the session, clears all state, and redirects to /login or the given path. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const acting = getActingUser(sessionStore) !== null
  // The next person at this browser must not get the previous one's notifications.
  if (!acting) await disablePush().catch(() => {})
  if (getCurrentToken(localStore))
    await browserApi()
      .accounts.logout({})
      .catch(() => {})
  clearSession(localStore)
  // Ends only impersonation; the operator's own session stays.
  if (acting) {
    const own = getStoredUser(localStore)
    if (own) updateSlice(browserStore(), 'user', setUser, own)
    return redirect('/operator')
  }
  resetStore(browserStore())
  localStore.removeItem('searchId')
  showToast('success', createTranslator(accountMessages)('logout.done'))
  return redirect(toLocalPath(new URL(request.url).searchParams.get('redirect')) ?? '/login')
}
clientLoader.hydrate = true as const

export const HydrateFallback = Undetermined

export default Undetermined
