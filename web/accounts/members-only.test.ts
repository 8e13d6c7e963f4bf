import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/platform/api/api.ts'
import { requireSession } from './protected.tsx'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
const token = `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.x`
const at = (path: string) => ({ request: new Request(`https://primp.test${path}`) }) as never
const session = () => JSON.parse(kept.get('primpSession') ?? '{}')
const signedIn = () => kept.set('primpSession', JSON.stringify({ token, pathRequested: null }))
const leads = async (loading: Promise<unknown>) => ((await loading) as Response).headers.get('Location')

beforeEach(() => vi.stubGlobal('localStorage', storage))
afterEach(() => {
  vi.unstubAllGlobals()
  kept.clear()
})

test('without a session no request is sent: log in comes first, and leads back', async () => {
  const load = vi.fn()
  expect(await leads(requireSession(load)(at('/dashboard/albums?album=2')))).toBe('/login')
  expect(load).not.toHaveBeenCalled()
  expect(session().pathRequested).toBe('/dashboard/albums?album=2')
})

test('a public page loads without a session', async () => {
  const load = requireSession(
    async () => 'the first step',
    (path) => path === '/signup/profile/register',
  )
  expect(await load(at('/signup/profile/register?from=/join'))).toBe('the first step')
  expect(await leads(load(at('/signup/select-services')))).toBe('/login')
})

test.each([
  [401, 'session_ended'],
  [403, 'suspended'],
])('a session ended by the server with %s %s redirects to log in and back', async (status, code) => {
  signedIn()
  expect(
    await leads(
      requireSession(() => Promise.reject(new ApiError(status, { code: code as never })))(at('/operator?tab=done')),
    ),
  ).toBe('/login')
  expect(session().pathRequested).toBe('/operator?tab=done')
  // The API client decides which session ends: during impersonation the own session stays.
  expect(session().token).toBe(token)
})

test('a redirect is returned, not thrown; the page shows any other fault', async () => {
  signedIn()
  expect(
    await leads(
      requireSession(() => Promise.reject(new Response(null, { status: 302, headers: { Location: '/join' } })))(
        at('/dashboard'),
      ),
    ),
  ).toBe('/join')
  await expect(
    requireSession(() => Promise.reject(new ApiError(404, { code: 'not_found' })))(at('/dashboard')),
  ).rejects.toMatchObject({ status: 404 })
})

test('a page whose reload fails keeps its content, for the same person only', async () => {
  signedIn()
  vi.stubGlobal('location', { pathname: '/dashboard', search: '' })
  const load = vi.fn(async () => 'three requests')
  const page = requireSession(load)
  const noLine = new TypeError('Failed to fetch')
  load.mockRejectedValueOnce(noLine)
  await expect(page(at('/dashboard'))).rejects.toBe(noLine)
  expect(await page(at('/dashboard'))).toBe('three requests')
  for (const fault of [noLine, new ApiError(503, { code: 'busy' as never })]) {
    load.mockRejectedValueOnce(fault)
    expect(await page(at('/dashboard'))).toBe('three requests')
  }
  // A refusal is a response; other pages and sessions have no cached data.
  load.mockRejectedValueOnce(new ApiError(404, { code: 'not_found' }))
  await expect(page(at('/dashboard'))).rejects.toMatchObject({ status: 404 })
  load.mockRejectedValueOnce(noLine)
  await expect(page(at('/dashboard?day=2'))).rejects.toBe(noLine)
  vi.stubGlobal('location', { pathname: '/dashboard/requests', search: '' })
  load.mockRejectedValueOnce(noLine)
  await expect(page(at('/dashboard'))).rejects.toBe(noLine)
  vi.stubGlobal('location', { pathname: '/dashboard', search: '' })
  kept.set('primpSession', JSON.stringify({ token: `y${token}`, pathRequested: null }))
  load.mockRejectedValueOnce(noLine)
  await expect(page(at('/dashboard'))).rejects.toBe(noLine)
})

test('an operator with only one factor is sent to the second, and then back', async () => {
  signedIn()
  const lacks = () => Promise.reject(new ApiError(403, { code: 'second_factor_needed' }))
  expect(await leads(requireSession(lacks)(at('/operator/people')))).toBe('/second-step')
  expect(session()).toEqual({ token, pathRequested: '/operator/people' })
})
