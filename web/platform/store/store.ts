import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Category } from './categories.ts'
import { type Loader, noLoader } from './loader.ts'
import { noProvider, type Provider } from './provider.ts'
import type { ProviderProfiles } from './provider-profiles.ts'
import { noQuoteData, type QuoteData } from './quote-data.ts'
import { noRequests, type Requests } from './requests.ts'
import type { SignupCategory } from './signup-category.ts'
import type { Store } from './stores.ts'
import type { UserState } from './user.ts'

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
