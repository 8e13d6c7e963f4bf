import { type RefObject, useEffect, useState } from 'react'
import type { Requester, SavedSearch } from '#contract/search/search.ts'
import { createTranslator } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { detailsMessages } from '#web/search/details/details-messages.ts'
import { loadDetails, getSignedInDetails, storeDetails } from '#web/search/details/saved-details.ts'
import { isEmail } from '#contract/accounts/parse-email.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'

export type RequesterValues = Pick<Requester, 'name' | 'email' | 'event' | 'mobile'>
const isWhole = (of: Partial<Requester>): of is Partial<Requester> & RequesterValues =>
  Boolean(of.name && of.email && of.event && of.mobile)

/** Who books as the form has it. */
export const readRequester = (typed: FormData): RequesterValues => {
  const text = (name: string) => String(typed.get(name) ?? '').trim()
  return { name: text('name'), email: text('email'), event: text('event'), mobile: text('mobile') }
}

/** What is wrong with who books, by field. */
export function validateRequester(who: RequesterValues, country: SavedSearch['countryCode']): Record<string, string> {
  const d = createTranslator(detailsMessages, country)
  return {
    ...(who.name ? {} : { name: d('details.error.name') }),
    ...(who.email
      ? isEmail(who.email)
        ? {}
        : { email: d('details.error.emailInvalid') }
      : { email: d('details.error.email') }),
    ...(who.event ? {} : { event: d('details.error.event') }),
    ...(who.mobile ? {} : { mobile: d('details.error.mobile') }),
  }
}

/** Who books, from wherever it is known already, and whether the search has been told: a time is kept for somebody. */
export function useRequester(search: SavedSearch, given: Partial<Requester>, form: RefObject<HTMLFormElement | null>) {
  const [told, setTold] = useState(() => isWhole(given))
  const tell = useForm({ form, toasts: true })
  const [said, setSaid] = useState<RequesterValues | null>(null)
  // Known in the browser alone: what the server sent is the same for everyone.
  const [known, setKnown] = useState<{
    own: ReturnType<typeof getSignedInDetails>
    kept: ReturnType<typeof loadDetails>
  }>({
    own: null,
    kept: null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and when the search turns out to be somebody's own
  useEffect(() => {
    const here = { own: getSignedInDetails(localStore), kept: loadDetails(sessionStore) }
    setKnown(here)
    const all = { ...here.own, ...here.kept, ...given }
    if (isWhole(given)) setTold(true)
    else if (isWhole(all)) keep(all)
  }, [given])

  async function keep({ name, email: address, event, mobile }: RequesterValues, wrong: Record<string, string> = {}) {
    const { timeConstraint } = search.appointmentSpot
    const who = { name, email: address, event, mobile }
    const saved = await tell.run(
      () => browserApi().quotes.saveDetails({ quoteId: search.id, ...who, timeConstraint }),
      { errors: wrong },
    )
    if (!saved) return false
    remember(who)
    setTold(true)
    return true
  }
  const remember = (who: RequesterValues) => {
    storeDetails(sessionStore, who)
    setSaid(who)
  }
  const start = { ...known.own, ...known.kept, ...given }
  return { told, tell, keep, remember, own: known.own, start, who: said ?? start }
}
