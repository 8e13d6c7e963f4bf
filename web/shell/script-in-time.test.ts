import type { EntryContext } from 'react-router'
import { expect, test } from 'vitest'
import { lateScript } from './late-script.ts'
import { startOf, withScriptInTime } from './script-in-time.ts'

const page =
  '<head><link rel="modulepreload" href="/assets/entry.js"/><link rel="modulepreload" fetchpriority="low" href="/assets/root.js"/></head>' +
  '<body><script nonce="n" type="module" async="">import "/assets/root.js";import("/assets/entry.js");</script></body>'

test("a page's script waits as text beside the names of its parts, and asks for none of them itself", () => {
  expect(withScriptInTime(page, 'painted')).toBe(
    '<head></head><body><script nonce="n" type="text/plain" id="late-script" data-parts="/assets/entry.js /assets/root.js" data-soon="">import "/assets/root.js";import("/assets/entry.js");</script></body>',
  )
  expect(withScriptInTime(page, 'touch')).not.toContain('data-soon')
  expect(withScriptInTime(page, 'once')).toBe(page)
})

test('a page to be read waits for a touch, one that is empty until it runs for nothing, all others until they are painted', () => {
  const start = (handle: object | undefined, module: object) =>
    startOf({
      staticHandlerContext: { matches: [{ route: { id: 'root' } }, { route: { id: 'page', handle } }] },
      routeModules: { root: {}, page: module },
    } as unknown as EntryContext)
  expect(start(undefined, {})).toBe('painted')
  expect(start({ late: true }, {})).toBe('touch')
  expect(start(undefined, { HydrateFallback: () => null })).toBe('once')
})

/** The lines of the head in a window of few parts, with what it would have the browser do. */
function headOf(late: { soon: boolean }) {
  const heard = new Map<string, (event: object) => void>()
  const listen = (name: string, hear: (event: object) => void) => heard.set(name, hear)
  const [appended, painted, idle]: [{ rel?: string; type?: string }[], (() => void)[], (() => void)[]] = [[], [], []]
  const waiting = {
    nonce: '',
    dataset: { parts: '/assets/a.js', ...(late.soon && { soon: '' }) },
    textContent: 'import("/assets/entry.js");',
  }
  const document = {
    readyState: 'complete',
    getElementById: () => waiting,
    createElement: () => ({}),
    head: { append: (node: object) => appended.push(node) },
    addEventListener: listen,
  }
  class Painting {
    constructor(hear: (list: object, it: Painting) => void) {
      painted.push(() => hear({}, this))
    }
    observe() {}
    disconnect() {}
  }
  const store = { getItem: () => null }
  const calls = { requestIdleCallback: (then: () => void) => idle.push(then) }
  new Function(
    ...['document', 'addEventListener', 'PerformanceObserver', 'requestIdleCallback', 'self', 'localStorage'],
    ...['sessionStorage', 'setTimeout', lateScript],
  )(document, listen, Painting, calls.requestIdleCallback, calls, store, store, () => {})
  return { say: (name: string, event = {}) => heard.get(name)?.(event), appended, painted, idle }
}

test('the script comes once the page is loaded, painted and at rest, its parts beside it; on a page to be read it does not', () => {
  const { say, appended, painted, idle } = headOf({ soon: true })
  say('load')
  expect([painted.length, idle.length]).toEqual([1, 0])
  for (const then of painted) then()
  expect(appended).toEqual([])
  for (const then of idle) then()
  expect(appended.map(({ rel, type }) => rel ?? type)).toEqual(['modulepreload', 'module'])

  const read = headOf({ soon: false })
  read.say('load')
  expect(read.painted).toEqual([])
  read.say('keydown')
  expect(read.appended).toHaveLength(2)
})

test('the few lines in the head are few', () => expect(lateScript.length).toBeLessThan(4_000))
