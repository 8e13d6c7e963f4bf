import { expect, test } from 'vitest'
import { publicShapes } from '#server/platform/pages/page-paths.ts'
import { aheadRules, mayComeAhead } from '#web/shell/page-ahead.ts'

test('what comes ahead is the same for everyone, never a page of one visitor or one that does something', () => {
  for (const path of ['/', '/@/temi-lark', '/gb/makeup-hair-styling/london', '/content/help', '/join', '/join-mua'])
    expect(mayComeAhead(path), path).toBe(true)
  for (const path of ['/logout', '/login', '/dashboard', '/quotes/1', '/quotes/1/@/temi', '/verify-email/x', '/search'])
    expect(mayComeAhead(path), path).toBe(false)
  const first = (path: string) => `/${path.split('/')[1] ?? ''}`
  const kept = new Set(Object.keys(publicShapes).map(first))
  for (const path of JSON.parse(aheadRules()).prefetch[0].where.href_matches as string[])
    expect(kept, path).toContain(first(path.replace('*', '')))
})
