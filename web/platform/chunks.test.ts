import { expect, test } from 'vitest'
import { chunkTimeout, isChunkError, isLineError, isOptionalPart, loadChunk, loadPart } from './optional.tsx'

const byHand = () => {
  const waiting: { run: () => void; ms: number }[] = []
  return {
    waiting,
    timer: { set: (run: () => void, ms: number) => waiting.push({ run, ms }), clear: () => waiting.splice(0) },
  }
}

test('a chunk that has not loaded after 120 seconds is reported as a failure', async () => {
  const { waiting, timer } = byHand()
  const loading = loadChunk(() => new Promise(() => {}), timer)
  expect(waiting[0]?.ms).toBe(chunkTimeout)
  waiting[0]?.run()
  await expect(loading).rejects.toSatisfy(isChunkError)
})

test('a loaded chunk stops the timer', async () => {
  const { waiting, timer } = byHand()
  await expect(loadChunk(async () => 'page', timer)).resolves.toBe('page')
  expect(waiting).toHaveLength(0)
})

test('a failed request is a chunk failure, another error is not', async () => {
  const failing = loadChunk(() => Promise.reject(new Error('Failed to fetch dynamically imported module: /x.js')))
  await expect(failing).rejects.toSatisfy(isChunkError)
  expect(isChunkError(new Error('price is missing'))).toBe(false)
})

test.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
  'a browser error "%s" means no connection',
  (said) => {
    expect(isLineError(new TypeError(said))).toBe(true)
    expect(isLineError(new TypeError('price is undefined'))).toBe(false)
    expect(isLineError(said)).toBe(false)
  },
)

test("only an optional chunk's failure can be ignored by the page", async () => {
  const missing = new Error('Failed to fetch dynamically imported module: /toasts.js')
  await expect(loadPart(() => Promise.reject(missing))).rejects.toMatchObject({ name: 'ChunkLoadError' })
  expect(isOptionalPart(missing)).toBe(true)
  const page = new Error('Failed to fetch dynamically imported module: /page.js')
  await loadChunk(() => Promise.reject(page)).catch(() => {})
  expect([isOptionalPart(page), isOptionalPart(undefined)]).toEqual([false, false])
  await expect(loadPart(async () => 'a part')).resolves.toBe('a part')
})
