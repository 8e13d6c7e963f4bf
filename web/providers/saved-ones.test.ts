import { beforeEach, expect, test, vi } from 'vitest'
import { localStore } from '#web/platform/storage.ts'
import { changeSaved, resumeSave } from './saved-ones.ts'

const save = vi.hoisted(() => vi.fn(async (_of: { profileId: string }, _how?: object) => ({})))
vi.mock('#web/platform/api/browser.ts', () => ({ browserApi: () => ({ customerDashboard: { saveArtist: save } }) }))

const storage = (): Storage => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage
}
const token = `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3_600, sub: 'ana' }))}.x`

beforeEach(() => {
  save.mockClear()
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})

test('an artist that a guest wanted to save is saved once after signing in', async () => {
  expect(await changeSaved('temi', true)).toBe(false)
  expect(save).not.toHaveBeenCalled()
  localStore.setItem('primpSession', JSON.stringify({ token, pathRequested: null }))
  await resumeSave()
  await resumeSave()
  expect(save.mock.calls.map(([of]) => of)).toEqual([{ profileId: 'temi' }])
})
