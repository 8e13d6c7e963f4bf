import { useEffect, useState } from 'react'
import { type ActingUser, getActingUser, getCurrentToken, getStoredUser } from '#web/platform/session.ts'
import { updateSlice } from '#web/platform/store/store.ts'
import { useClientState, useClientStore } from '#web/platform/store/use-store.tsx'
import { clearUser, setUser, type UserState } from '#web/platform/store/slices.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'

/** Reads the stored session into the client state after hydration and follows other tabs. */
export function useStoredSession(): void {
  const store = useClientStore()
  useEffect(() => {
    const read = () => {
      const user = getCurrentToken(localStore) ? getStoredUser(localStore) : null
      if (user) updateSlice(store, 'user', setUser, user)
      else updateSlice(store, 'user', clearUser)
    }
    read()
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
  }, [store])
}

/** Reloads a page restored from the back/forward cache if the session has changed since. */
export function useFreshPerson(): void {
  useEffect(() => {
    let left: string | null = null
    const leaving = () => {
      left = getCurrentToken(localStore)
    }
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted && getCurrentToken(localStore) !== left) window.location.reload()
    }
    addEventListener('pagehide', leaving)
    addEventListener('pageshow', back)
    return () => {
      removeEventListener('pagehide', leaving)
      removeEventListener('pageshow', back)
    }
  }, [])
}

/** Returns the signed-in person; null before hydration. */
export const useUser = (): UserState => useClientState((state) => state.user)

/** Returns the impersonated person; null before hydration. */
export function useActing(): [ActingUser | null, () => void] {
  const user = useUser()
  const [acting, setActing] = useState<ActingUser | null>(null)
  // Impersonation starts and ends with a change of the person.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when the account changes
  useEffect(() => setActing(getActingUser(sessionStore)), [user])
  return [acting, () => setActing(null)]
}
