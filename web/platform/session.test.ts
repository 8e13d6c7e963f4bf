import { describe, expect, test } from 'vitest'
import {
  actingIn,
  clearSession,
  currentToken,
  readSession,
  rememberPath,
  saveSession,
  startActing,
  storedUser,
  takePath,
  tokenValid,
} from './session.ts'
import type { Kept } from './storage.ts'

const now = Date.UTC(2026, 10, 20)
const tokenUntil = (exp: unknown) => `h.${btoa(JSON.stringify({ exp })).replaceAll('=', '')}.s`
const good = tokenUntil(now / 1000 + 60)
const ana = { id: 'a', profileId: null, name: 'Ana', mobile: null, email: 'ana@primp.test' }

function drawer(): Kept & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

describe('a token', () => {
  test('is invalid when missing, unparseable or past its expiry', () => {
    expect(
      [null, '', 'x', 'a.b.c', tokenUntil('soon'), tokenUntil(now / 1000 - 1)].map((t) => tokenValid(t, now)),
    ).not.toContain(true)
    expect(tokenValid(good, now)).toBe(true)
  })

  test('that has expired clears what is stored of the person', () => {
    const storage = drawer()
    saveSession(storage, ana, tokenUntil(now / 1000 - 1))
    expect(currentToken(storage, now)).toBeNull()
    expect(storage.kept.size).toBe(0)
  })

  test('that is good stays, with its person', () => {
    const storage = drawer()
    saveSession(storage, ana, good)
    expect(currentToken(storage, now)).toBe(good)
    expect(storedUser(storage)?.name).toBe('Ana')
  })
})

describe('acting as somebody', () => {
  const bea = { id: 'b', profileId: null, name: 'Bea', mobile: null, email: 'bea@mail.example' }
  const acting = { token: tokenUntil(now / 1000 + 120), user: bea, until: now + 120_000 }

  test('counts in its tab only and gives the own session back when it ends', () => {
    const [storage, tab, otherTab] = [drawer(), drawer(), drawer()]
    saveSession(storage, ana, good)
    startActing(tab, acting)
    expect(currentToken(storage, now, tab)).toBe(acting.token)
    expect(actingIn(tab, now)?.user.name).toBe('Bea')
    expect(currentToken(storage, now, otherTab)).toBe(good)
    clearSession(storage, tab)
    expect(currentToken(storage, now, tab)).toBe(good)
    expect(storedUser(storage, tab)?.name).toBe('Ana')
  })

  test('is over at its time, and when somebody signs in', () => {
    const [storage, tab] = [drawer(), drawer()]
    startActing(tab, acting)
    expect(actingIn(tab, now + 120_001)).toBeNull()
    expect(tab.kept.size).toBe(0)
    startActing(tab, acting)
    saveSession(storage, ana, good, tab)
    expect(currentToken(storage, now, tab)).toBe(good)
    tab.setItem('primpActing', '{broken')
    expect(currentToken(storage, now, tab)).toBe(good)
  })
})

describe('the remembered path', () => {
  test('outlives an expired session and is taken once', () => {
    const storage = drawer()
    saveSession(storage, ana, 'broken')
    rememberPath(storage, '/customer-dashboard?tab=past')
    expect(currentToken(storage, now)).toBeNull()
    expect(takePath(storage)).toBe('/customer-dashboard?tab=past')
    expect(takePath(storage)).toBeNull()
  })

  test('a stored path of another site is dropped', () => {
    const storage = drawer()
    storage.setItem('primpSession', JSON.stringify({ token: null, pathRequested: '/.//evil.test' }))
    expect(takePath(storage)).toBeNull()
    rememberPath(storage, '//evil.test')
    expect(takePath(storage)).toBeNull()
  })

  test('what cannot be read counts as no session', () => {
    const storage = drawer()
    storage.setItem('primpSession', '{broken')
    expect(readSession(storage)).toEqual({ token: null, pathRequested: null })
  })
})
