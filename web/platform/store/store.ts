import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Category, ProviderProfiles, SignupCategory, UserState } from './slices.ts'
import { noQuoteData, type QuoteData } from './quote-data.ts'

/** A store of the marketplace: beauty. */
interface Store {
  id: string
  slug: string
}

export const setStores = (_: readonly Store[], stores: readonly Store[]): readonly Store[] => stores

/** State of the full-page loader. */
interface Loader {
  showing: boolean
  message: string
}

export const noLoader: Loader = { showing: false, message: '' }

export const showLoader = (_: Loader, message = ''): Loader => ({ showing: true, message })

export const hideLoader = (_: Loader): Loader => noLoader

/** The provider's setup data: categories, their number, and own details. */
interface Provider {
  providerCategories: readonly { id: string; slug: string }[]
  userDetails: { name: string; email: string; mobile: string } | null
  providerCategoryCount: number
}

export const noProvider: Provider = { providerCategories: [], userDetails: null, providerCategoryCount: 0 }

export const setProviderCategories = (state: Provider, categories: Provider['providerCategories']): Provider => ({
  ...state,
  providerCategories: categories,
  providerCategoryCount: categories.length,
})

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

/** Sets pending requests; `count` may exceed the loaded page. */
export const setPendingRequests = (
  _: Requests,
  requests: readonly PendingRequest[],
  count = requests.length,
): Requests => ({ pendingRequests: requests, pendingRequestsCount: count })

/** Removes a request and decrements the count; ignores an unknown id. */
export function removePendingRequest(state: Requests, id: string): Requests {
  const rest = state.pendingRequests.filter((request) => request.id !== id)
  if (rest.length === state.pendingRequests.length) return state
  return { pendingRequests: rest, pendingRequestsCount: Math.max(0, state.pendingRequestsCount - 1) }
}

/** Global client state. All other state is loader data, in the address or local to a component. */
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

/** Creates a store: one per request on the server, one per page in the browser. */
export const createClientStore = (): ClientStore => createStore<State>(() => empty)

/** Applies a slice's update function: `updateSlice(store, 'requests', removePendingRequest, id)`. */
export function updateSlice<K extends keyof State, A extends unknown[]>(
  store: ClientStore,
  slice: K,
  transition: (state: State[K], ...rest: A) => State[K],
  ...rest: A
): void {
  store.setState((state) => ({ [slice]: transition(state[slice], ...rest) }) as Partial<State>)
}

export const resetStore = (store: ClientStore): void => store.setState(empty, true)
