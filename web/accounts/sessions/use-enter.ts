import { useNavigate } from 'react-router'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { reader } from '#contract/words.ts'
import { keepStreamToken } from '#web/messaging/live.ts'
import { localPath } from '#web/platform/local-path.ts'
import { saveSession, takePath } from '#web/platform/session.ts'
import { change } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { setUser } from '#web/platform/store/user.ts'
import { resumeSave } from '#web/providers/saved-ones.ts'
import { settleCookies } from '#web/shell/cookie-banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { homeOf } from '#web/accounts/members-only.ts'
import { firstName } from '#web/accounts/protected.tsx'
import { accountWords } from '#web/accounts/words.ts'
import { localStore } from '#web/platform/storage.ts'

const t = reader(accountWords)

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
    settleCookies(cookieChoice)
    // The stream asks again where this fails.
    keepStreamToken().catch(() => {})
    resumeSave().catch(() => {})
    change(store, 'user', setUser, kept)
    toast('success', said ?? t('toast.login', { firstName: firstName(user.name) }))
    const to = takePath(localStore) ?? localPath(path) ?? homeOf(localStore, roles)
    // The dashboard says it in its place; everywhere else it is said in passing.
    if (claimed > 0 && to !== '/customer-dashboard') toast('info', t('cd.details.claimed'))
    if (choose) {
      const instead: InsteadOf = { email: user.email, to }
      navigate(`/reset-password/${choose}`, { replace: true, state: instead })
      return
    }
    navigate(to, { replace: true, state: claimed > 0 ? { claimed: true } : null })
  }
}
