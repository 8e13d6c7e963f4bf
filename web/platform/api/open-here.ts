import { getActingUser } from '#web/platform/session.ts'
import { toApiError } from './api.ts'
import { sessionStore } from '#web/platform/storage.ts'

/**
 * Opens a link or code with the session of this browser, to keep its choices; without one if the session has
 * expired. Browser only.
 */
export async function openHere<T>(call: (as: { auth: boolean }) => Promise<T>): Promise<T> {
  // An operator who impersonates someone is not that person.
  const auth = getActingUser(sessionStore) === null
  try {
    return await call({ auth })
  } catch (fault) {
    if (toApiError(fault).status !== 401 || !auth) throw fault
    return call({ auth: false })
  }
}
