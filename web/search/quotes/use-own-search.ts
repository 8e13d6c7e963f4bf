import { useEffect } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { SavedSearch } from '#contract/search/search.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { getActingUser, getCurrentToken } from '#web/platform/session.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'

/** A search that the server does not know as this browser's may still be the signed-in person's: then it becomes both. Anybody else is led to where strangers may be, where such a place is given. */
export function useOwnSearch({ id, mine }: SavedSearch, strangersTo?: string): void {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  // The session is known in the browser alone: what the server sent is a visitor's.
  useEffect(() => {
    if (mine) return
    const leadAway = () => strangersTo && navigate(strangersTo, { replace: true })
    if (!getCurrentToken(localStore) || getActingUser(sessionStore)) return void leadAway()
    browserApi()
      .quotes.resume({ quoteId: id })
      .then(() => revalidate())
      .catch((fault: unknown) => fault instanceof ApiError && fault.status >= 400 && fault.status < 500 && leadAway())
  }, [id, mine, strangersTo, navigate, revalidate])
}
