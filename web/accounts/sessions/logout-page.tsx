import { type ClientLoaderFunctionArgs, type MetaFunction, redirect } from 'react-router'
import { reader } from '#contract/words.ts'
import { turnOff } from '#web/notifications/browser-notices.ts'
import { browserApi, browserStore } from '#web/platform/api/browser.ts'
import { head } from '#web/platform/head.ts'
import { localPath } from '#web/platform/local-path.ts'
import { actingIn, clearSession, currentToken, storedUser } from '#web/platform/session.ts'
import { change, reset } from '#web/platform/store/store.ts'
import { setUser } from '#web/platform/store/user.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { accountWords } from '#web/accounts/words.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'

export const meta: MetaFunction = () =>
  head({ title: reader(accountWords)('meta.logout'), publicUrl: '', noindex: true })

/** Ends the session here and everywhere, clears all state, and goes to /login or to the given path of this site. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const acting = actingIn(sessionStore) !== null
  // The next person at this browser must not read notices of the one before.
  if (!acting) await turnOff().catch(() => {})
  if (currentToken(localStore))
    await browserApi()
      .accounts.logout({})
      .catch(() => {})
  clearSession(localStore)
  // Acting ends where it began; the operator stays signed in.
  if (acting) {
    const own = storedUser(localStore)
    if (own) change(browserStore(), 'user', setUser, own)
    return redirect('/operator')
  }
  reset(browserStore())
  localStore.removeItem('searchId')
  toast('success', reader(accountWords)('logout.done'))
  return redirect(localPath(new URL(request.url).searchParams.get('redirect')) ?? '/login')
}
clientLoader.hydrate = true as const

export const HydrateFallback = Undetermined

export default Undetermined
