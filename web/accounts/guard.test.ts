import { expect, test } from 'vitest'
import { saveSession, takePath } from '#web/platform/session.ts'
import type { Kept } from '#web/platform/storage.ts'
import { guardOf, homeOf, rememberDashboard } from './members-only.ts'

const now = Date.UTC(2026, 10, 20)
const token = (exp: number) => `h.${btoa(JSON.stringify({ exp }))}.s`
const ana = { id: 'a', profileId: null, name: 'Ana', mobile: null, email: 'ana@primp.test' }

function drawer(): Kept {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

test('a protected page is undetermined until the browser is there', () => {
  expect(guardOf(null, '/dashboard', now)).toBe('undetermined')
})

test('a missing or expired token leads to log in and the path is remembered', () => {
  const kept = drawer()
  saveSession(kept, ana, token(now / 1000 - 5))
  expect(guardOf(kept, '/dashboard/calendar?month=6', now)).toBe('login')
  expect(takePath(kept)).toBe('/dashboard/calendar?month=6')
})

test('a good token lets in', () => {
  const kept = drawer()
  saveSession(kept, ana, token(now / 1000 + 5))
  expect(guardOf(kept, '/dashboard', now)).toBe('allowed')
})

test('one dashboard is opened straight away, two ask once and remember the choice', () => {
  const kept = drawer()
  expect(homeOf(kept, ['customer'])).toBe('/customer-dashboard')
  expect(homeOf(kept, ['customer', 'operator'])).toBe('/operator')
  expect(homeOf(kept, ['customer', 'provider'])).toBe('/select-dashboard')
  rememberDashboard(kept, '/dashboard')
  expect(homeOf(kept, ['customer', 'provider'])).toBe('/dashboard')
  expect(homeOf(kept, ['customer'])).toBe('/customer-dashboard')
})
