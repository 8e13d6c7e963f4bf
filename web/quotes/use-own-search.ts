import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { SavedSearch } from '#contract/search.ts'
import { browserApi } from '#web/platform/browser.ts'
import { actingIn, currentToken } from '#web/platform/session.ts'

/** A search that the server does not know as this browser's may still be the signed-in person's: then it becomes both. */
export function useOwnSearch({ id, mine }: SavedSearch): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (mine || !currentToken(localStorage) || actingIn(sessionStorage)) return
    browserApi()
      .quotes.comeBack({ quoteId: id })
      .then(() => revalidate())
      .catch(() => {})
  }, [id, mine, revalidate])
}
