import { describe, expect, test } from 'vitest'
import type { Card, OfferRecord } from '#contract/search/quotes.ts'
import {
  clearUser,
  setCategories,
  setOfferStatus,
  setProviderProfile,
  setSignupCategory,
  setUser,
  updateUser,
} from './slices.ts'
import {
  createClientStore,
  empty,
  hideLoader,
  noLoader,
  noProvider,
  noRequests,
  removePendingRequest,
  resetStore,
  setPendingRequests,
  setProviderCategories,
  setUserDetails,
  showLoader,
  updateSlice,
} from './store.ts'
import { addOffer, noQuoteData, resetQuoteData, setFilterBy, setQuoteData, setSortBy } from './quote-data.ts'
import { setStores } from './store.ts'

const card = (id: string, more: Partial<Card> = {}) => ({ _id: id, status: null, featured: false, ...more }) as Card

const offerOf = (provider: Card, type: 'mobile' | 'studio' = 'mobile') =>
  ({
    offer: { status: 'offered', location: { mobileOrStudio: type }, price: 552, deposit: 138, currency: 'GBP' },
    customer: null,
    provider: { ...provider, status: 'offered' },
    search: 'q123456789',
  }) satisfies OfferRecord

const ana = { id: 'a', profileId: null, name: 'Ana', mobile: null, email: 'ana@primp.test' }

describe('Loader state', () => {
  test('the loader shows its message and clears it when hidden', () => {
    const shown = showLoader(noLoader, 'Holding the time for you')
    expect(shown).toEqual({ showing: true, message: 'Holding the time for you' })
    expect(hideLoader(shown)).toEqual(noLoader)
  })
})

describe('Person state', () => {
  test('the person is set, updated and cleared', () => {
    expect(updateUser(setUser(null, ana), { name: 'Ana Reis' })).toEqual({ ...ana, name: 'Ana Reis' })
    expect(updateUser(null, { name: 'Nobody' })).toBeNull()
    expect(clearUser(ana)).toBeNull()
  })
})

describe('Shop, category and sign-up state', () => {
  test('values are stored as given', () => {
    expect(setStores([], [{ id: '1', slug: 'beauty' }])).toHaveLength(1)
    expect(setCategories([], [{ slug: 'nails', label: 'Nails' }])).toHaveLength(1)
    expect(setSignupCategory(null, 'c1')).toBe('c1')
  })

  test("a provider's categories are counted", () => {
    const provider = setProviderCategories(noProvider, [{ id: '1', slug: 'nails' }])
    expect(provider.providerCategoryCount).toBe(1)
    expect(setUserDetails(provider, { name: 'Mia', email: 'm@x.test', mobile: '1' }).userDetails?.name).toBe('Mia')
  })
})

describe('Request state', () => {
  test('removing a request decrements the count, an unknown one changes nothing', () => {
    const two = setPendingRequests(noRequests, [{ id: 'a' }, { id: 'b' }], 7)
    const one = removePendingRequest(two, 'a')
    expect(one).toEqual({ pendingRequests: [{ id: 'b' }], pendingRequestsCount: 6 })
    expect(removePendingRequest(one, 'a')).toBe(one)
  })
})

describe('Quotes state', () => {
  const answer = {
    ...noQuoteData,
    quote: { id: 'q', computedAt: '2026-11-20T08:00:00Z' },
    profiles: {
      mobile: [
        card('f', { featured: true }),
        card('p'),
        card('r', { status: 'requested' }),
        card('u', { status: 'unavailable' }),
      ],
      studio: [card('p')],
    },
    offers: { mobile: [offerOf(card('o'))], studio: [] },
    offersCount: 1,
  }

  test('every card is in one group', () => {
    const data = setQuoteData(noQuoteData, answer)
    expect(data.featuredList.map((c) => c._id)).toEqual(['f'])
    expect(data.providersList.map((c) => c._id)).toEqual(['p', 'p'])
    expect(data.requestedList.map((c) => c._id)).toEqual(['r'])
    expect(data.offeredList.map((c) => c._id)).toEqual(['o'])
    expect(data.bookedOutList.map((c) => c._id)).toEqual(['u'])
  })

  test('an offer joins the list of its type, and its provider leaves the matching profiles only', () => {
    const data = addOffer(setQuoteData(noQuoteData, answer), offerOf(card('p')))
    expect(data.offers.mobile.map((record) => record.provider._id)).toEqual(['o', 'p'])
    expect(data.profiles.mobile.some((c) => c._id === 'p')).toBe(false)
    expect(data.profiles.studio.some((c) => c._id === 'p')).toBe(true)
    expect(data.offersCount).toBe(2)
    expect(addOffer(data, offerOf(card('p'))).offersCount).toBe(2)
  })

  test('filter, sort and reset work', () => {
    const data = setSortBy(setFilterBy(setQuoteData(noQuoteData, answer), 'instant'), 'price')
    expect([data.filterBy, data.sortBy]).toEqual(['instant', 'price'])
    expect(resetQuoteData(data)).toEqual(noQuoteData)
  })
})

describe('Open profiles state', () => {
  test('the status of an offer changes for one profile only', () => {
    const both = setProviderProfile(setProviderProfile({}, 'mia', { offer: null }), 'temi', {
      offer: { status: 'offered' },
    })
    const changed = setOfferStatus(both, 'temi', 'accepted')
    expect(changed.temi?.offer?.status).toBe('accepted')
    expect(changed.mia).toBe(both.mia)
    expect(setOfferStatus(both, 'nobody', 'accepted')).toBe(both)
  })
})

describe('The store', () => {
  test('applies transitions per slice and is empty after a reset', () => {
    const store = createClientStore()
    updateSlice(store, 'user', setUser, ana)
    updateSlice(store, 'requests', setPendingRequests, [{ id: 'a' }])
    expect(store.getState().user?.name).toBe('Ana')
    expect(store.getState().requests.pendingRequestsCount).toBe(1)
    resetStore(store)
    expect(store.getState()).toEqual(empty)
  })

  test('two stores never share state', () => {
    const [one, other] = [createClientStore(), createClientStore()]
    updateSlice(one, 'loader', showLoader, 'One moment')
    expect(other.getState().loader).toEqual(noLoader)
  })
})
