import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentChanges } from './live-quotes.ts'

const runs = { numRuns: process.env['PROVE'] ? 5_000 : 300 }
const step = fc.record({
  what: fc.constantFrom('a', 'b', 'c'),
  after: fc.integer({ min: 0, max: 90_000 }),
  missed: fc.boolean(),
})

test('a page misses no change made after it was read, and a page read later is not affected', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 0, max: 600_000 }), (steps, made) => {
      const recent = new RecentChanges(0)
      let [now, last, lost] = [0, Number.NEGATIVE_INFINITY, 0]
      for (const { what, after, missed } of steps) {
        now += after
        if (missed && after % 7 === 0) {
          recent.missed(now)
          lost = now
        }
        recent.heard(what, now)
        if (what === 'a') last = now
      }
      const told = recent.changedSince(made, ['a'])
      if (last >= made || lost >= made) expect(told).toBe(true)
      if (last < made - 1_000 && lost <= made - 1_000 && made >= 1_000) expect(told).toBe(false)
    }),
    runs,
  )
})

test('the list of recent changes is limited; if a change may have been dropped from it, a page counts as changed', () => {
  const recent = new RecentChanges(0)
  for (let i = 0; i < 50_000; i++) recent.heard(`cell ${i}`, 1_000_000 + i)
  expect(recent.changedSince(1_000_500, ['cell 400'])).toBe(true)
  expect(recent.changedSince(1_060_000, ['cell 49999'])).toBe(false)
  expect(recent.changedSince(1_045_000, ['cell 49999'])).toBe(true)
})
