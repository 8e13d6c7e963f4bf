import { useEffect } from 'react'
import { currentToken, storedUser } from '#web/platform/session.ts'
import { change } from '#web/platform/store/store.ts'
import { useClientState, useClientStore } from '#web/platform/store/use-store.tsx'
import { clearUser, setUser, type UserState } from '#web/platform/store/user.ts'

/** Takes the stored person into the client state once the page runs, and follows other tabs. */
export function useStoredSession(): void {
  const store = useClientStore()
  useEffect(() => {
    const read = () => {
      const user = currentToken(localStorage) ? storedUser(localStorage) : null
      if (user) change(store, 'user', setUser, user)
      else change(store, 'user', clearUser)
    }
    read()
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
  }, [store])
}

/** Who is signed in; nobody until the page runs. */
export const useUser = (): UserState => useClientState((state) => state.user)
