import { showToast } from '#web/ui/overlays/toasts.ts'
import { type Api, createApiClient } from './api.ts'
import { calls } from './calls.generated.ts'
import { loadPart } from '#web/platform/optional.tsx'
import { clearSession, getCurrentToken, getStoredUser } from '#web/platform/session.ts'
import { type ClientStore, createClientStore, hideLoader, showLoader, updateSlice } from '#web/platform/store/store.ts'
import { clearUser, setUser } from '#web/platform/store/slices.ts'
import { localStore } from '#web/platform/storage.ts'

let store: ClientStore | undefined
let client: Api | undefined

/** The page's one store. Browser only. */
export function browserStore(): ClientStore {
  store ??= createClientStore()
  return store
}

/** Loads the table of endpoints for people who are signed in. */
export const loadMemberCalls = async () => (await loadPart(() => import('./member-calls.generated.ts'))).memberCalls

/** Returns the API client with the stored session, the loader and toasts. Browser only. */
export function browserApi(): Api {
  client ??= createApiClient(
    calls,
    {
      send: (path, init) => fetch(path, init),
      token: () => getCurrentToken(localStore),
      loading: (message) =>
        message === null
          ? updateSlice(browserStore(), 'loader', hideLoader)
          : updateSlice(browserStore(), 'loader', showLoader, message),
      toast: showToast,
      solve: async (challenge) =>
        (await loadPart(() => import('#web/platform/solve-challenge.ts'))).createProof(challenge),
      prove: async () => (await loadPart(() => import('#web/accounts/factors/request-step-up.tsx'))).requestStepUp(),
      signedOut,
    },
    loadMemberCalls,
  )
  return client
}

// The server knows the session no more: what is stored of it goes; where this tab acted as somebody, the own session is still there.
function signedOut(): void {
  clearSession(localStore)
  const own = getCurrentToken(localStore) ? getStoredUser(localStore) : null
  if (own) updateSlice(browserStore(), 'user', setUser, own)
  else updateSlice(browserStore(), 'user', clearUser)
}
