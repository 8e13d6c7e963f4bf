import { useNavigate } from 'react-router'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { createTranslator } from '#contract/words.ts'
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

/** What the page of a new password is told where it stands in the place of one that has just ended. */
export type InsteadOf = { email: string; to: string }

/** Keeps who has just signed in and leads to the remembered path, the given one or their dashboard; past the page of a new password where the one of before has just ended. */
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
    // The stream asks again where this fails.
    saveStreamToken().catch(() => {})
    resumeSave().catch(() => {})
    updateSlice(store, 'user', setUser, kept)
    showToast('success', said ?? t('toast.login', { firstName: getFirstName(user.name) }))
    const to = consumeRequestedPath(localStore) ?? toLocalPath(path) ?? getHomePath(localStore, roles)
    // The dashboard says it in its place; everywhere else it is said in passing.
    if (claimed > 0 && to !== '/customer-dashboard') showToast('info', t('cd.details.claimed'))
    if (choose) {
      const instead: InsteadOf = { email: user.email, to }
      navigate(`/reset-password/${choose}`, { replace: true, state: instead })
      return
    }
    navigate(to, { replace: true, state: claimed > 0 ? { claimed: true } : null })
  }
}
