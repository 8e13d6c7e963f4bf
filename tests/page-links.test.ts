import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '#web/routes.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const sources = globSync('{server,web}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}'] })

/** Returns whether an address has a page. Unknown addresses match the last route. */
const hasPage = (address: string): boolean => {
  const found = matchRoutes(routes as RouteObject[], address.replace(/[?#].*/, ''))?.at(-1)
  return found !== undefined && found.route.path !== '*'
}

test('every fixed link of a page and of a mail has a page', () => {
  const links = sources.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /\b(?:path|to)(?:: |=\{?)["'`](\/(?:customer-)?(?:dashboard|operator)[^"'`$]*)["'`]/g,
      ),
    ].map(([, address = '']) => ({ file, address })),
  )
  expect(links.length).toBeGreaterThan(40)
  expect(links.filter(({ address }) => !hasPage(address))).toEqual([])
  expect(hasPage('/dashboard/no-such-page')).toBe(false)
})
