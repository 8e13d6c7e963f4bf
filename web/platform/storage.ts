/** The used part of Storage, so that tests can mock it. */
export type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Wraps a storage of the browser. If it is blocked or full, values stay in memory until the page is left. No method
 * throws.
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
      // An older stored value must not return with the next page.
      attempt((storage) => storage.removeItem(key))
    },
    removeItem: (key) => {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
  }
}

/** Storage shared by all tabs. */
export const localStore = createSafeStorage(() => globalThis.localStorage)

export const sessionStore = createSafeStorage(() => globalThis.sessionStorage)
