import type { Card, OfferRecord, QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'

type Split<T> = Record<Mode, readonly T[]>

/** State of the quotes page: offers and profiles by type, and each card in exactly one group. */
export interface QuoteData {
  quote: QuotesPage['quote'] | null
  offers: Split<OfferRecord>
  profiles: Split<Card>
  bookedOffer: OfferRecord | null
  filterBy: string
  sortBy: string
  offeredList: readonly Card[]
  requestedList: readonly Card[]
  featuredList: readonly Card[]
  providersList: readonly Card[]
  bookingsList: readonly Card[]
  bookedOutList: readonly Card[]
  bookedOutPercentage: number | null
  offersCount: number
}

export const noQuoteData: QuoteData = {
  quote: null,
  offers: { mobile: [], studio: [] },
  profiles: { mobile: [], studio: [] },
  bookedOffer: null,
  filterBy: 'all',
  sortBy: 'recommended',
  offeredList: [],
  requestedList: [],
  featuredList: [],
  providersList: [],
  bookingsList: [],
  bookedOutList: [],
  bookedOutPercentage: null,
  offersCount: 0,
}

type Answer = Pick<
  QuoteData,
  'quote' | 'offers' | 'profiles' | 'bookedOffer' | 'bookedOutPercentage' | 'offersCount' | 'filterBy' | 'sortBy'
>

/** Sorts the cards of a quotes response into groups. */
export function setQuoteData(_: QuoteData, answer: Answer): QuoteData {
  const { quote, offers, profiles, bookedOffer, bookedOutPercentage, offersCount, filterBy, sortBy } = answer
  return grouped({
    ...noQuoteData,
    quote,
    offers,
    profiles,
    bookedOffer,
    bookedOutPercentage,
    offersCount,
    filterBy,
    sortBy,
  })
}

/** Adds an offer to its list and removes the provider from the matching profiles. */
export function addOffer(state: QuoteData, record: OfferRecord): QuoteData {
  const type = record.offer.location.mobileOrStudio
  const others = state.offers[type].filter((known) => known.provider._id !== record.provider._id)
  return grouped({
    ...state,
    offers: { ...state.offers, [type]: [...others, record] },
    profiles: { ...state.profiles, [type]: state.profiles[type].filter((card) => card._id !== record.provider._id) },
    offersCount: state.offersCount + (others.length === state.offers[type].length ? 1 : 0),
  })
}

export const setFilterBy = (state: QuoteData, filterBy: string): QuoteData => ({ ...state, filterBy })

export const setSortBy = (state: QuoteData, sortBy: string): QuoteData => ({ ...state, sortBy })

/** Clears the quotes, after a new search. */
export const resetQuoteData = (_: QuoteData): QuoteData => noQuoteData

/** Groups: booked, offered, requested, featured, others, booked out. */
function grouped(state: QuoteData): QuoteData {
  const cards = (['mobile', 'studio'] as const).flatMap((type) => [
    ...state.offers[type].map((record) => record.provider),
    ...state.profiles[type],
  ])
  const of = (belongs: (card: Card) => boolean) => cards.filter(belongs)
  const away = (card: Card) => card.status === 'unavailable' || card.status === 'cancelled'
  const asked = (card: Card) => card.status === 'booked' || card.status === 'offered' || card.status === 'requested'
  return {
    ...state,
    bookingsList: of((card) => card.status === 'booked'),
    offeredList: of((card) => card.status === 'offered'),
    requestedList: of((card) => card.status === 'requested'),
    featuredList: of((card) => card.featured && !asked(card) && !away(card)),
    providersList: of((card) => !card.featured && !asked(card) && !away(card)),
    bookedOutList: of(away),
  }
}
