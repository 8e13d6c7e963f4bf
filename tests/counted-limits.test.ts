import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Matches a limit that is checked by counting rows: `(await countKeys(…)) >= most`, or the length of a list. */
const counted =
  /\(await (?:count\w*|\w+Since|listKeys\w*|openReports)\([^\n]*?\)\)?(?:\.length)?(?: \+ [\w.]+)? (?:>=|<=|>|<) /
/** Locks that serialise concurrent calls. */
const locked = /\b(?:lock[A-Z]\w*|changeHours|runOnCallerAlbum)\(/

const withoutLock: Readonly<Record<string, string>> = {
  'server/platform/http/limits.ts': 'countCall counts and answers in one statement',
  'server/platform/http/guard.ts': 'countCall counts and answers in one statement',
  'server/checkout/holds.ts': 'countCall counts and answers in one statement',
  'server/accounts/partners.ts': 'the caller has locked the partner',
  'server/billing/promo-prices.ts': 'the caller has locked the promo code',
  'server/accounts/totp.ts': 'no limit: asks whether there are any',
}

test('a limit that is checked by counting rows is checked under a lock', () => {
  const files = globSync('server/**/*.ts').filter(
    (file) => !/\.test\.ts$|-queries\.ts$|\/queries\.ts$|^server\/testing\//.test(file),
  )
  const checking = files.filter((file) => counted.test(readFileSync(file, 'utf8')))
  expect(checking).not.toEqual([])
  const racing = checking.filter((file) => !(file in withoutLock) && !locked.test(readFileSync(file, 'utf8')))
  expect(racing).toEqual([])
})

test('the check detects a limit without a lock', () => {
  expect(counted.test("if ((await countKeys(db, id)) >= keyLimits.anAccount) throw new Refusal('too_many_keys')")).toBe(
    true,
  )
  expect(counted.test('if ((await countLinksSince(ctx.db, email, hourAgo)) >= MOST) return')).toBe(true)
  expect(counted.test('const { count } = await countSearches(ctx, search)')).toBe(false)
})
