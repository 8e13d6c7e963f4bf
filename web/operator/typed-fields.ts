import { noFields, type PageFields } from '#contract/content/page-edit.ts'
import { sessionStore } from '#web/platform/storage.ts'

/** Returns the storage key of a page's draft, shared with its preview. */
export const getTypedKey = (path: string): string => `primp.page ${path}`

/** Returns this tab's unsaved draft of a page; null without one. Browser only. */
export function readTyped(path: string): PageFields | null {
  try {
    const kept = sessionStore.getItem(getTypedKey(path))
    return kept ? { ...noFields, ...(JSON.parse(kept) as Partial<PageFields>) } : null
  } catch {
    return null
  }
}

/** Stores the draft until saved; null deletes it. Browser only. */
export function saveTyped(path: string, fields: PageFields | null): void {
  if (fields) sessionStore.setItem(getTypedKey(path), JSON.stringify(fields))
  else sessionStore.removeItem(getTypedKey(path))
}

export const areSameFields = (a: PageFields, b: PageFields): boolean =>
  JSON.stringify({ ...noFields, ...a }) === JSON.stringify({ ...noFields, ...b })
