import { expect, test } from 'vitest'
import { saveSession, consumeRequestedPath } from '#web/platform/session.ts'
import type { StorageLike } from '#web/platform/storage.ts'
import { getHomePath, getRouteGuard, saveDashboardChoice } from './protected.tsx'

const now = Date.UTC(2026, 10, 20)
const token = (exp: number) => `h.${btoa(JSON.stringify({ exp }))}.s`
const ana = { id: 'a', profileId: null, name: 'Ana', mobile: null, email: 'ana@primp.test' }

function drawer(): StorageLike {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

test('a protected page is undetermined on the server', () => {
  expect(getRouteGuard(null, '/dashboard', now)).toBe('undetermined')
})

test('a missing or expired token redirects to log in, and the path is remembered', () => {
  const kept = drawer()
  saveSession(kept, ana, token(now / 1000 - 5))
  expect(getRouteGuard(kept, '/dashboard/calendar?month=6', now)).toBe('login')
  expect(consumeRequestedPath(kept)).toBe('/dashboard/calendar?month=6')
})

test('a valid token gives access', () => {
  const kept = drawer()
  saveSession(kept, ana, token(now / 1000 + 5))
  expect(getRouteGuard(kept, '/dashboard', now)).toBe('allowed')
})

test('a single dashboard opens immediately, two ask once and remember the choice', () => {
  const kept = drawer()
  expect(getHomePath(kept, ['customer'])).toBe('/customer-dashboard')
  expect(getHomePath(kept, ['customer', 'operator'])).toBe('/operator')
  expect(getHomePath(kept, ['customer', 'provider'])).toBe('/select-dashboard')
  saveDashboardChoice(kept, '/dashboard')
  expect(getHomePath(kept, ['customer', 'provider'])).toBe('/dashboard')
  expect(getHomePath(kept, ['customer'])).toBe('/customer-dashboard')
})
