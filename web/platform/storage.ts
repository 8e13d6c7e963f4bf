/** The part of Storage that is used, so that tests can bring their own. */
export type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Wraps a storage of the browser. What cannot be stored, because the browser blocks access or the storage is full, is held in
 * memory until the page is left. No method throws.
 */
export function createSafeStorage(open: () => StorageLike | undefined): StorageLike {
  const memory = new Map<string, string>()
  const attempt = <T>(action: (storage: StorageLike) => T): { value: T } | null => {
    try {
      const storage = open()
      return storage ? { value: action(storage) } : null
    } catch {
      return null
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key))?.value ?? null,
    setItem: (key, value) => {
      if (attempt((storage) => storage.setItem(key, value))) return void memory.delete(key)
      memory.set(key, value)
      // An older value must not come back with the next page.
      attempt((storage) => storage.removeItem(key))
    },
    removeItem: (key) => {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
  }
}

/** The storage that all tabs of the site share. */
export const localStore = createSafeStorage(() => globalThis.localStorage)

/** The storage of this tab. */
export const sessionStore = createSafeStorage(() => globalThis.sessionStorage)
