import { redirect } from 'react-router'
import { reader } from '#contract/words.ts'
import { accountWords } from '#web/accounts/words.ts'
import { ApiError } from '#web/platform/api.ts'
import { clearSession, rememberPath } from '#web/platform/session.ts'
import { toast } from '#web/ui/toasts.ts'

/** What a room needs; where the session has ended meanwhile, log in comes first and leads back here. Browser only. */
export async function loadRoom<T>(request: Request, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const { pathname, search } = new URL(request.url)
    clearSession(localStorage)
    rememberPath(localStorage, pathname + search)
    toast('info', reader(accountWords)('toast.session.ended'))
    // Returned, not thrown: the router leaves for it all the same, and no rejection stands unheard meanwhile.
    return redirect('/login') as never
  }
}
