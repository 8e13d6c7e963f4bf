import { useSyncExternalStore } from 'react'
import { browserApi } from '#web/platform/api/browser.ts'
import { getActingUser, getCurrentToken } from '#web/platform/session.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'

let saved: ReadonlySet<string> | null = null
let asked = false
const listeners = new Set<() => void>()
const setSaved = (next: ReadonlySet<string>) => {
  saved = next
  for (const listener of listeners) listener()
}

// Loaded once per visit by the first heart, only in a session.
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!asked && getCurrentToken(localStore) && !getActingUser(sessionStore)) {
    asked = true
    browserApi()
      .customerDashboard.listSavedArtists({})
      .then(
        ({ artists }) => setSaved(new Set(artists.map(({ _id }) => _id))),
        () => {
          asked = false
        },
      )
  }
  return () => listeners.delete(listener)
}

/** Returns whether an artist is saved; null without a session or while loading. */
export const useSaved = (id: string): boolean | null =>
  useSyncExternalStore(
    subscribe,
    () => saved?.has(id) ?? null,
    () => null,
  )

const wantedKey = 'saveAfterLogIn'

/** Saves the artist that a guest chose before login. */
export async function resumeSave(): Promise<void> {
  const wanted = sessionStore.getItem(wantedKey)
  sessionStore.removeItem(wantedKey)
  if (wanted) await changeSaved(wanted, true)
}

/** Toggles a saved artist, optimistically. Returns false without a session. */
export async function changeSaved(id: string, on: boolean): Promise<boolean> {
  if (!getCurrentToken(localStore)) {
    if (on) sessionStore.setItem(wantedKey, id)
    return false
  }
  const before = saved ?? new Set<string>()
  const next = new Set(before)
  if (on) next.add(id)
  else next.delete(id)
  setSaved(next)
  const { customerDashboard } = browserApi()
  await (on
    ? customerDashboard.saveArtist({ profileId: id }, { showToastOnError: true })
    : customerDashboard.removeSavedArtist({ profileId: id }, { showToastOnError: true })
  ).catch(() => setSaved(before))
  return true
}
