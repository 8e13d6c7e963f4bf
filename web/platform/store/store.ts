import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Category, ProviderProfiles, SignupCategory, UserState } from './slices.ts'
import { noQuoteData, type QuoteData } from './quote-data.ts'
import type { Store } from './stores.ts'

/** The full-page loader: whether it shows, and its one line. */
interface Loader {
  showing: boolean
  message: string
}

export const noLoader: Loader = { showing: false, message: '' }

/** Shows the loader with a message. */
export const showLoader = (_: Loader, message = ''): Loader => ({ showing: true, message })

/** Hides the loader and forgets its message. */
export const hideLoader = (_: Loader): Loader => noLoader

/** What a provider sets up: their categories, how many, and their own details. */
interface Provider {
  providerCategories: readonly { id: string; slug: string }[]
  userDetails: { name: string; email: string; mobile: string } | null
  providerCategoryCount: number
}

export const noProvider: Provider = { providerCategories: [], userDetails: null, providerCategoryCount: 0 }

/** Takes the provider's categories and counts them. */
export const setProviderCategories = (state: Provider, categories: Provider['providerCategories']): Provider => ({
  ...state,
  providerCategories: categories,
  providerCategoryCount: categories.length,
})

/** Takes the provider's own details. */
export const setUserDetails = (state: Provider, details: Provider['userDetails']): Provider => ({
  ...state,
  userDetails: details,
})

/** A request that waits for the provider's answer. */
interface PendingRequest {
  id: string
}

interface Requests {
  pendingRequests: readonly PendingRequest[]
  pendingRequestsCount: number
}

export const noRequests: Requests = { pendingRequests: [], pendingRequestsCount: 0 }

/** Takes the waiting requests; `count` may be larger than the page of them that was loaded. */
export const setPendingRequests = (
  _: Requests,
  requests: readonly PendingRequest[],
  count = requests.length,
): Requests => ({ pendingRequests: requests, pendingRequestsCount: count })

/** Takes one request off the list and counts down by one; one that is not there changes nothing. */
export function removePendingRequest(state: Requests, id: string): Requests {
  const rest = state.pendingRequests.filter((request) => request.id !== id)
  if (rest.length === state.pendingRequests.length) return state
  return { pendingRequests: rest, pendingRequestsCount: Math.max(0, state.pendingRequestsCount - 1) }
}

/** All client state that the site names; everything else is loader data, the address or local to a component. */
export interface State {
  loader: Loader
  user: UserState
  stores: readonly Store[]
  categories: readonly Category[]
  provider: Provider
  signupCategory: SignupCategory
  requests: Requests
  quoteData: QuoteData
  providerProfiles: ProviderProfiles
}

export const empty: State = {
  loader: noLoader,
  user: null,
  stores: [],
  categories: [],
  provider: noProvider,
  signupCategory: null,
  requests: noRequests,
  quoteData: noQuoteData,
  providerProfiles: {},
}

export type ClientStore = StoreApi<State>

/** A store of its own: one for each request on the server, one for the page's life in the browser. */
export const createClientStore = (): ClientStore => createStore<State>(() => empty)

/** Applies a slice's transition: `updateSlice(store, 'requests', removePendingRequest, id)`. */
export function updateSlice<K extends keyof State, A extends unknown[]>(
  store: ClientStore,
  slice: K,
  transition: (state: State[K], ...rest: A) => State[K],
  ...rest: A
): void {
  store.setState((state) => ({ [slice]: transition(state[slice], ...rest) }) as Partial<State>)
}

/** Clears all state, at logout. */
export const resetStore = (store: ClientStore): void => store.setState(empty, true)
