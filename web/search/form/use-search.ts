import { useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { SentTo } from '#contract/endpoint.ts'
import type { SavedSearch, search as searches } from '#contract/search/search.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/words.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { getVisitPartner, searchSaved, getTracking } from '#web/platform/consent.ts'
import { resetQuoteData } from '#web/platform/store/quote-data.ts'
import { updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { findPlacesFrom, type FoundPlace, formatPlace } from './place-search.ts'
import { savePlace } from './last-places.ts'
import { emptyForm, toSearchForm, buildPayload, type SearchForm } from './search-form.ts'
import type { TypedDetails } from '#web/search/details/details-form.tsx'
import { loadDetails } from '#web/search/details/saved-details.ts'
import { barMessages } from './bar-messages.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'

export interface SearchState {
  form: SearchForm
  initial: SearchForm
  settings: FormSettings
  country: Country
  /** The id of the search that is being edited. */
  editing: string | null
  busy: boolean
  locationError: boolean
  /** Places that what was typed means equally: one of them has to be chosen. */
  alike: readonly FoundPlace[]
  set: (next: SearchForm) => void
  /** Told of each letter in the place field: what was wrong with it may be right now. */
  typing: () => void
  choosePlace: (place: FoundPlace | null) => void
  /** What the list under the place field shows, so that a search can take the first. */
  offered: (places: readonly FoundPlace[]) => void
  /** Takes the first suggestion where a place was typed but none chosen; answers the form as it then stands. */
  settlePlace: (form: SearchForm) => Promise<SearchForm>
  /** Sends the search; does nothing while something is missing. */
  submit: (form: SearchForm, details?: TypedDetails) => Promise<void>
  restore: () => void
}

// Who asks is said once: what this tab knows goes with every new search, so that it is not asked again.
async function saveKnown({ id, appointmentSpot: { finishTime } }: SavedSearch, given?: TypedDetails): Promise<void> {
  const known = loadDetails(sessionStore)
  const details =
    given ??
    (known && {
      ...known,
      finishTime: finishTime ?? undefined,
      startTime: undefined,
      timeConstraint: 'finish' as const,
    })
  if (!details) return
  // What is refused here is asked for again before the first request.
  const saved = browserApi().quotes.saveDetails({ quoteId: id, ...details })
  await (given ? saved : saved.catch(() => {}))
}

interface Given {
  settings: FormSettings
  country: Country
  search?: SavedSearch
  place?: SearchForm['location']
  /** What one person would like, before anybody has chosen. */
  usual?: readonly string[]
  /** A look that the search begins with. */
  look?: SentTo<typeof searches.create>['look']
}

/** The search form's state and what can be done with it; one for bar, sticky copy and wizard of a page. */
export function useSearch({ settings, country, search, place = null, usual, look }: Given): SearchState {
  const initial = useMemo<SearchForm>(
    () =>
      search
        ? toSearchForm(search)
        : {
            ...emptyForm,
            location: place,
            typed: place ? (place.address.placeName.split(',')[0] ?? '') : '',
            ...(usual?.length ? { party: [{ count: 1, services: [...usual] }] } : {}),
          },
    [search, place, usual],
  )
  const [kept, setKept] = useState({ of: initial, form: initial })
  // After a search was sent the page brings the new one; what was typed for the old one goes.
  const form = kept.of === initial ? kept.form : initial
  const set = useCallback((next: SearchForm) => setKept({ of: initial, form: next }), [initial])
  const seeWhy = ({ status, errors: [of], message }: ApiError) =>
    status > 0 && status < 500 ? (of?.message ?? message) : barMessages['bar.failed']
  const { pending: busy, run } = useForm({ refusals: seeWhy, toasts: true })
  const [locationError, setLocationError] = useState(false)
  const [alike, setAlike] = useState<readonly FoundPlace[]>([])
  const suggestions = useRef<readonly FoundPlace[]>([])
  const navigate = useNavigate()
  const store = useClientStore()
  const t = createTranslator(barMessages, country)

  const choosePlace = (place: FoundPlace | null) => {
    setLocationError(false)
    setAlike([])
    set({ ...form, location: place?.location ?? null, typed: place ? formatPlace(place) : '' })
  }

  const settlePlace = async (given: SearchForm): Promise<SearchForm> => {
    if (given.location || given.typed.trim().length < 3) return given
    const shown = suggestions.current
    const found = shown.length ? shown : await findPlacesFrom(country)(given.typed).catch(() => [])
    const [first] = found
    if (!first) return given
    const likely = found.filter((place) => place.likely)
    setAlike(likely.length > 1 ? likely : [])
    if (likely.length > 1) return given
    const settled = { ...given, location: first.location, typed: formatPlace(first) }
    showToast('info', t('place.took', { place: `${first.title}, ${first.rest}` }))
    set(settled)
    return settled
  }

  const submit = async (given: SearchForm, details?: TypedDetails): Promise<void> => {
    const settled = await settlePlace(given)
    setLocationError(!settled.location)
    const editing = search?.mine ? search.id : undefined
    const tracking = {
      ...getTracking(localStore, sessionStore, Boolean(editing)),
      partner: getVisitPartner(sessionStore, location.search),
      look,
    }
    const payload = buildPayload(settled, settings, tracking, editing)
    if (!payload) return
    const done = await run(async () => {
      const saved = await browserApi().search.create(payload, { loader: barMessages['bar.finding'] })
      searchSaved(localStore, saved.search.id)
      if (settled.location) savePlace(localStore, settled.location)
      await saveKnown(saved.search, details)
      updateSlice(store, 'quoteData', resetQuoteData)
      await navigate(`/quotes/${saved.search.id}`)
    })
    if (done && editing) showToast('success', barMessages['bar.updated'])
  }

  return {
    form,
    initial,
    settings,
    country,
    editing: search?.id ?? null,
    busy,
    locationError,
    alike,
    set,
    typing: () => {
      setLocationError(false)
      setAlike([])
    },
    choosePlace,
    settlePlace,
    submit,
    offered: (places) => {
      suggestions.current = places
    },
    restore: () => set(initial),
  }
}
