import { getActingUser } from '#web/platform/session.ts'
import { toApiError } from './api.ts'
import { sessionStore } from '#web/platform/storage.ts'

/** Opens a link or a code as whoever is signed in in this browser, so that what they chose stays; as nobody where that session turns out to be over. Browser only. */
export async function openHere<T>(call: (as: { auth: boolean }) => Promise<T>): Promise<T> {
  // Who acts as somebody is not them.
  const auth = getActingUser(sessionStore) === null
  try {
    return await call({ auth })
  } catch (fault) {
    if (toApiError(fault).status !== 401 || !auth) throw fault
    return call({ auth: false })
  }
}
