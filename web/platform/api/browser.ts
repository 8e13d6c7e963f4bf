import { calls } from 'virtual:primp/calls'
import { toast } from '#web/ui/overlays/toasts.ts'
import { type Api, type Calls, makeApi } from './api.ts'
import { withLateCalls } from './known-calls.ts'
import { loadPart } from '#web/platform/chunks.ts'
import { clearSession, currentToken, storedUser } from '#web/platform/session.ts'
import { hideLoader, showLoader } from '#web/platform/store/loader.ts'
import { type ClientStore, change, makeStore } from '#web/platform/store/store.ts'
import { clearUser, setUser } from '#web/platform/store/user.ts'
import { localStore } from '#web/platform/storage.ts'

let store: ClientStore | undefined
let known: Calls = calls
let client: Api | undefined

/** The page's one store. Browser only. */
export function browserStore(): ClientStore {
  store ??= makeStore()
  return store
}

/** Adds the calls of a part of the site that has just been loaded. Browser only. */
export function knowCalls(more: Calls): void {
  known = Object.fromEntries(
    [...new Set([...Object.keys(known), ...Object.keys(more)])].map((domain) => [
      domain,
      { ...known[domain], ...more[domain] },
    ]),
  )
  client = undefined
}

/** The client of the API with the stored session, the loader and toasts; calls for people who are signed in come when they are first made. Browser only. */
export function browserApi(): Api {
  client ??= withLateCalls(makeClient(known), async () => {
    await loadPart(() => import('./signed-in-calls.ts'))
    return makeClient(known)
  })
  return client
}

const makeClient = (calls: Calls): Api =>
  makeApi(calls, {
    send: (path, init) => fetch(path, init),
    token: () => currentToken(localStore),
    loading: (message) =>
      message === null
        ? change(browserStore(), 'loader', hideLoader)
        : change(browserStore(), 'loader', showLoader, message),
    toast,
    solve: async (challenge) =>
      (await loadPart(() => import('#web/platform/solve-challenge.ts'))).createProof(challenge),
    prove: async () => (await loadPart(() => import('#web/accounts/factors/ask-proof.tsx'))).askProof(),
    signedOut,
  })

// The server knows the session no more: what is stored of it goes; where this tab acted as somebody, the own session is still there.
function signedOut(): void {
  clearSession(localStore)
  const own = currentToken(localStore) ? storedUser(localStore) : null
  if (own) change(browserStore(), 'user', setUser, own)
  else change(browserStore(), 'user', clearUser)
}
