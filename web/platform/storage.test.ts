import { expect, test } from 'vitest'
import { getCurrentToken, saveSession, getStoredUser } from './session.ts'
import { type StorageLike, createSafeStorage } from './storage.ts'

const refuse = (): never => {
  throw new DOMException('refused', 'SecurityError')
}
const storing = (entries: Record<string, string> = {}): StorageLike => {
  const map = new Map(Object.entries(entries))
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}

test.each([
  ['is absent', () => createSafeStorage(() => undefined)],
  ['blocks access', () => createSafeStorage(refuse)],
  ['blocks every call', () => createSafeStorage(() => ({ getItem: refuse, setItem: refuse, removeItem: refuse }))],
  ['is full', () => createSafeStorage(() => ({ ...storing(), setItem: refuse }))],
])('a value is kept in memory if the storage %s', (_, make) => {
  const store = make()
  expect(store.getItem('a')).toBeNull()
  store.setItem('a', '1')
  expect(store.getItem('a')).toBe('1')
  store.removeItem('a')
  expect(store.getItem('a')).toBeNull()
})

test('full storage loses the old value of a key, and takes the new one once there is space', () => {
  const inside = storing({ a: 'old' })
  let full = true
  const store = createSafeStorage(() => ({
    ...inside,
    setItem: (key, value) => (full ? refuse() : inside.setItem(key, value)),
  }))
  store.setItem('a', 'new')
  expect([store.getItem('a'), inside.getItem('a')]).toEqual(['new', null])
  full = false
  store.setItem('a', 'newer')
  expect([store.getItem('a'), inside.getItem('a')]).toEqual(['newer', 'newer'])
})

test('a user stays logged in on a page with full storage', () => {
  const store = createSafeStorage(() => ({ ...storing(), setItem: refuse }))
  const payload = btoa(JSON.stringify({ exp: Date.now() / 1000 + 60 }))
  saveSession(store, { name: 'Ana' } as never, `x.${payload}.y`, null)
  expect(getCurrentToken(store, Date.now(), null)).toBe(`x.${payload}.y`)
  expect(getStoredUser(store, null)).toEqual({ name: 'Ana' })
})
