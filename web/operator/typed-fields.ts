import { noFields, type PageFields } from '#contract/content/page-edit.ts'
import { sessionStore } from '#web/platform/storage.ts'

/** Under which name this tab keeps what is typed on a page; its preview reads it there. */
export const getTypedKey = (path: string): string => `primp.page ${path}`

/** What was typed on a page in this tab and is not saved. Browser only. */
export function readTyped(path: string): PageFields | null {
  try {
    const kept = sessionStore.getItem(getTypedKey(path))
    return kept ? { ...noFields, ...(JSON.parse(kept) as Partial<PageFields>) } : null
  } catch {
    return null
  }
}

/** Keeps what is typed until it is saved; null forgets it. Without storage it is lost with the page. Browser only. */
export function saveTyped(path: string, fields: PageFields | null): void {
  if (fields) sessionStore.setItem(getTypedKey(path), JSON.stringify(fields))
  else sessionStore.removeItem(getTypedKey(path))
}

export const areSameFields = (a: PageFields, b: PageFields): boolean =>
  JSON.stringify({ ...noFields, ...a }) === JSON.stringify({ ...noFields, ...b })
