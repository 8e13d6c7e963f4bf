import { getLanguage } from '#contract/i18n/language.ts'
import type { SearchLanguage } from '#contract/search/search.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { SentTo } from '#contract/endpoint.ts'
import type { SavedSearch, search as searches } from '#contract/search/search.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { getVisitPartner, searchSaved, getTracking } from '#web/platform/consent.ts'
import { resetQuoteData } from '#web/platform/store/quote-data.ts'
import { updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { filterNamedPlaces } from '#contract/places/place-location.ts'
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
  /** Id of the search being edited; null for a new one. */
  editing: string | null
  busy: boolean
  locationError: boolean
  /** Equally likely places for the typed text, or similar ones if no place has that name; one must be chosen. */
  alike: readonly FoundPlace[]
  set: (next: SearchForm) => void
  /** Called on typing in the place field, to clear its error. */
  typing: () => void
  choosePlace: (place: FoundPlace | null) => void
  /** Receives the suggestions, so that a search can use the first by default. */
  offered: (places: readonly FoundPlace[]) => void
  /** Chooses the first suggestion if a place was typed but not chosen. Returns the resulting form. */
  settlePlace: (form: SearchForm) => Promise<SearchForm>
  /** Submits the search; does nothing while a value is missing. */
  submit: (form: SearchForm, details?: TypedDetails) => Promise<void>
  restore: () => void
}

// Saves the details known in this tab with each new search, so that they are not asked again.
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
  // If refused, the form asks again before the first request.
  const saved = browserApi().quotes.saveDetails({ quoteId: id, ...details })
  await (given ? saved : saved.catch(() => {}))
}

interface Given {
  settings: FormSettings
  country: Country
  search?: SavedSearch
  place?: SearchForm['location']
  usual?: readonly string[]
  look?: SentTo<typeof searches.create>['look']
}

/** The language of the page, in which quotes and emails about them are shown too. */
const getSearchLanguage = (): SearchLanguage => (getLanguage() === 'fr' ? 'fr' : 'en')

/** Returns the search form's state and actions, shared by bar, sticky copy and wizard. */
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
  // After submission the page provides the new search and the old form is discarded.
  const form = kept.of === initial ? kept.form : initial
  const set = useCallback((next: SearchForm) => setKept({ of: initial, form: next }), [initial])
  const seeWhy = ({ status, errors: [of], message }: ApiError) =>
    status > 0 && status < 500 ? (of?.message ?? message) : formatMessage(barMessages['bar.failed'])
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
    const [first] = filterNamedPlaces(found)
    if (!first) {
      setAlike(found)
      return given
    }
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
      language: getSearchLanguage(),
    }
    const payload = buildPayload(settled, settings, tracking, editing)
    if (!payload) return
    const done = await run(async () => {
      const saved = await browserApi().search.create(payload, { loader: formatMessage(barMessages['bar.finding']) })
      searchSaved(localStore, saved.search.id)
      if (settled.location) savePlace(localStore, settled.location)
      await saveKnown(saved.search, details)
      updateSlice(store, 'quoteData', resetQuoteData)
      await navigate(`/quotes/${saved.search.id}`)
    })
    if (done && editing) showToast('success', formatMessage(barMessages['bar.updated']))
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
