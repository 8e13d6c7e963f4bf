import { createContext, type ReactNode, useContext, useState } from 'react'
import { useStore as useZustand } from 'zustand'
import { browserStore } from '#web/platform/api/browser.ts'
import { type ClientStore, createClientStore, type State } from './store.ts'

const StoreContext = createContext<ClientStore | null>(null)

/** Provides a store: a new one for each request on the server, the page's own in the browser. */
export function StoreProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() => (typeof document === 'undefined' ? createClientStore() : browserStore()))
  return <StoreContext value={store}>{children}</StoreContext>
}

export function useClientStore(): ClientStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('useStore must be used inside its provider')
  return store
}

/** Returns a part of the state and re-renders when it changes. */
export function useClientState<T>(select: (state: State) => T): T {
  return useZustand(useClientStore(), select)
}
