import { useEffect, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { SavedSearch } from '#contract/search/search.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { getActingUser } from '#web/platform/session.ts'
import { sessionStore } from '#web/platform/storage.ts'

/**
 * Claims a search that the server does not know as this browser's: if it is the signed-in person's, or if a partner's
 * program made it and nobody has opened it. Others are redirected to `strangersTo`, if given. `failed` says that the
 * answer did not arrive; `again` asks once more.
 */
export function useOwnSearch({ id, mine }: SavedSearch, strangersTo?: string): { failed: boolean; again: () => void } {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  // The session is only known in the browser; the server rendered the page for a visitor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    if (mine) return
    setFailed(false)
    const leadAway = () => strangersTo && navigate(strangersTo, { replace: true })
    if (getActingUser(sessionStore)) return void leadAway()
    browserApi()
      .quotes.resume({ quoteId: id })
      .then(() => revalidate())
      .catch((fault: unknown) => {
        if (fault instanceof ApiError && fault.status >= 400 && fault.status < 500) leadAway()
        else setFailed(true)
      })
  }, [id, mine, strangersTo, navigate, revalidate, attempt])
  return { failed, again: () => setAttempt((n) => n + 1) }
}
