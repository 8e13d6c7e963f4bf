import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '#web/routes.ts'
import type { Market } from './market.ts'
import { pictures } from './pages.ts'

type Entry = { id?: string; file: string; children?: Entry[] }

/** Routes without a page: redirects, files and layouts; the styleguide has pictures of its parts. */
const noPage = /redirect|robots|sitemap|short-link|-layout\.tsx$|styleguide/
const market = new Proxy({} as Market, {
  get: (_, name) => {
    if (name === 'ended')
      return { customer: '/review/a/customer/key', provider: '/review/a/provider/key', mailed: '/mails/booking/key' }
    if (name === 'visit') return '/visit/key'
    if (name === 'guest') return '/guest/key'
    if (name === 'praise') return '/praise/key'
    return name === 'checkout' || name === 'partnerLink' ? '/book/a/@/b' : name
  },
})

test('every page of the site has a picture, and picture names are unique', () => {
  const files = new Set<string>()
  const gather = (entries: readonly Entry[]) => {
    for (const { file, children } of entries) {
      files.add(file)
      if (children) gather(children)
    }
  }
  gather(routes as Entry[])
  const seen = new Set<string>()
  for (const { path } of pictures) {
    const address = typeof path === 'string' ? path : path(market)
    for (const { route } of matchRoutes(routes as RouteObject[], address.split('?')[0] ?? '') ?? [])
      seen.add((route as Entry).file)
  }
  expect([...files].filter((file) => !seen.has(file) && !noPage.test(file))).toEqual([])
  expect(new Set(pictures.map(({ name }) => name)).size).toBe(pictures.length)
})
