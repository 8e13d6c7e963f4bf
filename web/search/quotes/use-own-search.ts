import { useEffect } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { SavedSearch } from '#contract/search/search.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { getActingUser } from '#web/platform/session.ts'
import { sessionStore } from '#web/platform/storage.ts'

/**
 * Claims a search that the server does not know as this browser's: if it is the signed-in person's, or if a partner's
 * program made it and nobody has opened it. Others are redirected to `strangersTo`, if given.
 */
export function useOwnSearch({ id, mine }: SavedSearch, strangersTo?: string): void {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  // The session is only known in the browser; the server rendered the page for a visitor.
  useEffect(() => {
    if (mine) return
    const leadAway = () => strangersTo && navigate(strangersTo, { replace: true })
    if (getActingUser(sessionStore)) return void leadAway()
    browserApi()
      .quotes.resume({ quoteId: id })
      .then(() => revalidate())
      .catch((fault: unknown) => fault instanceof ApiError && fault.status >= 400 && fault.status < 500 && leadAway())
  }, [id, mine, strangersTo, navigate, revalidate])
}
