import { describe, expect, test } from 'vitest'
import { MAX_SERIES, openMetrics } from '#server/platform/metrics.ts'
import { openRouteTemplates, pageTemplates } from './route-templates.ts'

describe('Route templates', () => {
  const routeOf = openRouteTemplates([
    '/*',
    '/v1/quotes',
    '/v1/quotes/:quoteId',
    '/v1/quotes/formSettings',
    '/v1/calendars/:file',
    '/:part.xml',
    '/:id/get-quote',
    ...pageTemplates({
      root: {},
      home: { parentId: 'root' },
      dashboard: { parentId: 'root', path: 'dashboard' },
      clients: { parentId: 'dashboard', path: 'clients/:clientId' },
      messages: { parentId: 'dashboard', path: 'messages/:conversationId?' },
      city: { parentId: 'root', path: 'gb/:category/:neighborhood/:event?' },
      content: { parentId: 'root', path: 'content/*' },
      unknown: { parentId: 'root', path: '*' },
    }),
  ])

  test.each([
    ['/', '/'],
    ['/_.data', '/'],
    ['/v1/quotes/florence', '/v1/quotes/{quoteId}'],
    ['/v1/quotes/formSettings', '/v1/quotes/formSettings'],
    ['/v1/quotes/', '/v1/quotes'],
    ['/content/', '/content/*'],
    ['/dashboard', '/dashboard'],
    ['/dashboard/clients/17', '/dashboard/clients/{clientId}'],
    ['/dashboard/clients/17.data', '/dashboard/clients/{clientId}'],
    ['/dashboard/messages', '/dashboard/messages/{conversationId}'],
    ['/gb/makeup/london', '/gb/{category}/{neighborhood}/{event}'],
    ['/content/a/b/c', '/content/*'],
    ['/places-2.xml', '/{part}.xml'],
    ['/bad-path', '(unknown)'],
    ['/v1/quotes/a/b/c/d', '(unknown)'],
    ['/%E0%A4%A', '(unknown)'],
    ['/healthz', 'health'],
    ['/assets/a.js', 'asset'],
  ])('%s is counted as %s', (path, route) => {
    expect(routeOf(path)).toBe(route)
  })

  test('20,000 different paths create no additional label', () => {
    const labels = new Set(Array.from({ length: 20_000 }, (_, i) => routeOf(`/${i.toString(36)}x/${i}`)))
    expect([...labels]).toEqual(['(unknown)'])
  })
})

describe('Number of metric series', () => {
  test('a metric keeps a fixed number of label combinations and counts the rest together', async () => {
    const { requests, faults, registry } = openMetrics()
    const extra = 500
    for (let i = 0; i < MAX_SERIES + extra; i++) {
      requests.observe({ route: `/made-up-${i}`, method: 'GET', status: '400' }, 0.001)
      faults.inc({ route: `/made-up-${i}` })
    }
    const lines = (await registry.metrics()).split('\n')
    const counts = (name: string) => lines.filter((line) => line.startsWith(`${name}{`))
    expect(counts('primp_request_seconds_count')).toHaveLength(MAX_SERIES + 1)
    expect(counts('primp_faults_total')).toHaveLength(MAX_SERIES + 1)
    expect(counts('primp_faults_total').at(-1)).toBe(`primp_faults_total{route="(other)"} ${extra}`)
  })

  test('a known label combination is still counted after the limit is reached', async () => {
    const { faults, registry } = openMetrics()
    for (let i = 0; i <= MAX_SERIES; i++) faults.inc({ route: `/made-up-${i}` })
    faults.inc({ route: '/made-up-0' })
    expect(await registry.metrics()).toContain('primp_faults_total{route="/made-up-0"} 2')
  })
})
