import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { SentTo } from '#contract/endpoint.ts'
import { formatDate, formatNightTime } from '#contract/format.ts'
import type { Location } from '#contract/places/location.ts'
import type { SavedSearch, search } from '#contract/search/search.ts'
import type { Country } from '#contract/words.ts'
import type { TimeChoice } from '#web/ui/fields/time-list.tsx'
import { emptyParty, listPartyServices, type Party, isPartyComplete } from './party.ts'

/** State of the search form: location, date with time, services. */
export interface SearchForm {
  location: Location | null
  typed: string
  date: string | null
  time: TimeChoice
  party: Party
}

export type Step = 'location' | 'date' | 'time' | 'services'
export const steps: readonly Step[] = ['location', 'date', 'time', 'services']
export type BarField = 'location' | 'date' | 'services'

export const emptyForm: SearchForm = { location: null, typed: '', date: null, time: null, party: emptyParty }

export function toSearchForm(saved: SavedSearch): SearchForm {
  const { eventDate, finishTime } = saved.appointmentSpot
  const location: Location = {
    type: 'Point',
    coordinates: saved.location.coordinates,
    address: saved.location.addressFull,
  }
  return {
    location,
    typed: formatShortPlace(location),
    date: eventDate,
    time: finishTime ?? 'unsure',
    party: saved.people,
  }
}

export function formatShortPlace({ address }: Location): string {
  const name = address.neighborhood ?? address.locality ?? address.place ?? address.placeName.split(',')[0] ?? ''
  return address.place && address.place !== name ? `${name}, ${address.place}` : name
}

/** Returns whether a wizard step has a value; 'Not sure yet' is one. */
export function hasValue(form: SearchForm, step: Step): boolean {
  if (step === 'location') return form.location !== null
  if (step === 'date') return form.date !== null
  return step === 'time' ? form.time !== null : isPartyComplete(form.party)
}

export function clearStep(form: SearchForm, step: Step): SearchForm {
  if (step === 'location') return { ...form, location: null, typed: '' }
  if (step === 'date') return { ...form, date: null }
  return step === 'time' ? { ...form, time: null } : { ...form, party: emptyParty }
}

/** Returns the first empty field in the order location, date, services; null if none. */
export function findFirstMissing(form: SearchForm): BarField | null {
  if (!form.location) return 'location'
  if (!form.date) return 'date'
  return isPartyComplete(form.party) ? null : 'services'
}

export const hasOtherChanges = (a: SearchForm, b: SearchForm): boolean =>
  a.date !== b.date ||
  a.time !== b.time ||
  JSON.stringify(a.location?.coordinates) !== JSON.stringify(b.location?.coordinates)

export const areSameSearches = (a: SearchForm, b: SearchForm): boolean =>
  !hasOtherChanges(a, b) && JSON.stringify(a.party) === JSON.stringify(b.party)

type Payload = SentTo<typeof search.create>

/**
 * Returns the request input merged with `given`; null while location, date or services are missing. An edit includes
 * the search's id and omits referral data.
 */
export function buildPayload(
  form: SearchForm,
  settings: FormSettings,
  given: Partial<Payload>,
  previousSearch?: string,
): Payload | null {
  if (!form.location || !form.date || !isPartyComplete(form.party)) return null
  const { gclid, heapId, landingPage, ...always } = given
  return {
    storeSlug: settings.store.slug,
    categorySlug: settings.category.slug,
    location: form.location,
    eventDate: form.date,
    finishTime: form.time === 'unsure' ? undefined : (form.time ?? undefined),
    services: listPartyServices(form.party),
    people: form.party.map(({ count, services }) => ({ count, services: [...services] })),
    ...always,
    ...(previousSearch ? { previousSearch } : { gclid, heapId, landingPage }),
  }
}

/** Returns day and time as the Date field shows them. */
export function formatSearchWhen(form: SearchForm, country: Country, thisYear: number): string | null {
  if (!form.date) return null
  const day = formatDate(form.date, country, thisYear)
  if (form.time === null) return day
  if (form.time === 'unsure') return `${day}, time to be decided`
  return `${day}, ${formatNightTime(form.time)}`
}

export const getLocalToday = (now = new Date()): string =>
  `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`

/** Parses a stored draft of a page's form; null if there is none or it is another page's. */
export function parseFormDraft(kept: string | null, pathname: string): SearchForm | null {
  try {
    const draft = JSON.parse(kept ?? 'null') as { pathname: string; form: SearchForm } | null
    // Stored data may have the format of an older version.
    return draft?.pathname === pathname && isForm(draft.form) ? draft.form : null
  } catch {
    return null
  }
}

const isForm = (form: SearchForm): boolean =>
  typeof form.typed === 'string' &&
  (form.location === null || form.location.coordinates.length === 2) &&
  form.party.length > 0 &&
  form.party.every(({ count, services }) => count > 0 && Array.isArray(services))
