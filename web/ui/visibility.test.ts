import { expect, test, vi } from 'vitest'
import { observeVisibility } from './visibility.ts'

test('of several changes delivered at once, the newest counts', () => {
  let deliver: (changes: { isIntersecting: boolean }[]) => void = () => undefined
  const disconnect = vi.fn()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof deliver) {
        deliver = callback
      }
      observe() {}
      disconnect = disconnect
    },
  )
  const seen: boolean[] = []
  const stop = observeVisibility({} as Element, ({ isIntersecting }) => seen.push(isIntersecting))
  deliver([{ isIntersecting: true }, { isIntersecting: false }])
  expect(seen).toEqual([false])
  stop()
  expect(disconnect).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
