import { describe, expect, test } from 'vitest'
import {
  getActingUser,
  clearSession,
  getCurrentToken,
  readSession,
  saveRequestedPath,
  saveSession,
  startActing,
  getStoredUser,
  consumeRequestedPath,
  isTokenValid,
} from './session.ts'
import type { StorageLike } from './storage.ts'

const now = Date.UTC(2026, 10, 20)
const tokenUntil = (exp: unknown) => `h.${btoa(JSON.stringify({ exp })).replaceAll('=', '')}.s`
const good = tokenUntil(now / 1000 + 60)
const ana = { id: 'a', profileId: null, name: 'Ana', mobile: null, email: 'ana@primp.test' }

function drawer(): StorageLike & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

describe('A token', () => {
  test('is invalid if missing, unparseable or expired', () => {
    expect(
      [null, '', 'x', 'a.b.c', tokenUntil('soon'), tokenUntil(now / 1000 - 1)].map((t) => isTokenValid(t, now)),
    ).not.toContain(true)
    expect(isTokenValid(good, now)).toBe(true)
  })

  test('clears the stored personal data when expired', () => {
    const storage = drawer()
    saveSession(storage, ana, tokenUntil(now / 1000 - 1))
    expect(getCurrentToken(storage, now)).toBeNull()
    expect(storage.kept.size).toBe(0)
  })

  test('stays while valid, with its person', () => {
    const storage = drawer()
    saveSession(storage, ana, good)
    expect(getCurrentToken(storage, now)).toBe(good)
    expect(getStoredUser(storage)?.name).toBe('Ana')
  })
})

test('another tab that reads during a login does not end it', () => {
  const storage = drawer()
  const heard: StorageLike = {
    ...storage,
    setItem: (key, value) => {
      storage.setItem(key, value)
      getCurrentToken(storage, now)
    },
  }
  saveSession(heard, ana, good)
  expect(getCurrentToken(storage, now)).toBe(good)
  expect(getStoredUser(storage)?.name).toBe('Ana')
})

describe('Impersonation', () => {
  const bea = { id: 'b', profileId: null, name: 'Bea', mobile: null, email: 'bea@mail.example' }
  const acting = { token: tokenUntil(now / 1000 + 120), user: bea, until: now + 120_000 }

  test('applies to its tab only and restores the own session when it ends', () => {
    const [storage, tab, otherTab] = [drawer(), drawer(), drawer()]
    saveSession(storage, ana, good)
    startActing(tab, acting)
    expect(getCurrentToken(storage, now, tab)).toBe(acting.token)
    expect(getActingUser(tab, now)?.user.name).toBe('Bea')
    expect(getCurrentToken(storage, now, otherTab)).toBe(good)
    clearSession(storage, tab)
    expect(getCurrentToken(storage, now, tab)).toBe(good)
    expect(getStoredUser(storage, tab)?.name).toBe('Ana')
  })

  test('ends at its expiry, and when someone signs in', () => {
    const [storage, tab] = [drawer(), drawer()]
    startActing(tab, acting)
    expect(getActingUser(tab, now + 120_001)).toBeNull()
    expect(tab.kept.size).toBe(0)
    startActing(tab, acting)
    saveSession(storage, ana, good, tab)
    expect(getCurrentToken(storage, now, tab)).toBe(good)
    tab.setItem('primpActing', '{broken')
    expect(getCurrentToken(storage, now, tab)).toBe(good)
  })
})

describe('The remembered path', () => {
  test('survives an expired session and is used once', () => {
    const storage = drawer()
    saveSession(storage, ana, 'broken')
    saveRequestedPath(storage, '/customer-dashboard?tab=past')
    expect(getCurrentToken(storage, now)).toBeNull()
    expect(consumeRequestedPath(storage)).toBe('/customer-dashboard?tab=past')
    expect(consumeRequestedPath(storage)).toBeNull()
  })

  test('a stored path of another site is ignored', () => {
    const storage = drawer()
    storage.setItem('primpSession', JSON.stringify({ token: null, pathRequested: '/.//evil.test' }))
    expect(consumeRequestedPath(storage)).toBeNull()
    saveRequestedPath(storage, '//evil.test')
    expect(consumeRequestedPath(storage)).toBeNull()
  })

  test('unreadable data counts as no session', () => {
    const storage = drawer()
    storage.setItem('primpSession', '{broken')
    expect(readSession(storage)).toEqual({ token: null, pathRequested: null })
  })
})
