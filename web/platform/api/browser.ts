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

/** Returns the page's store. Browser only. */
export function browserStore(): ClientStore {
  store ??= createClientStore()
  return store
}

/** Loads the endpoint table for signed-in people. */
export const loadMemberCalls = async () => (await loadPart(() => import('./member-calls.generated.ts'))).memberCalls

/** Returns the API client with the stored session, loader and toasts. Browser only. */
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

// The session is invalid on the server: removes it here. If this tab impersonates someone, the operator's own session
// stays.
function signedOut(): void {
  clearSession(localStore)
  const own = getCurrentToken(localStore) ? getStoredUser(localStore) : null
  if (own) updateSlice(browserStore(), 'user', setUser, own)
  else updateSlice(browserStore(), 'user', clearUser)
}
