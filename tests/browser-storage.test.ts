import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { getDefaultText } from '#server/content/texts/default-texts.ts'
import { shellMessages } from '#web/shell/messages.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const sources = globSync(['server/**/*.ts', 'web/**/*.{ts,tsx}', 'contract/**/*.ts', 'public/*.js'], { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(`${root}${file}`, 'utf8'))
const policy = getDefaultText('privacy-policy')?.body ?? ''
const table = policy.slice(policy.indexOf('## In your browser'), policy.indexOf('## Who sees it'))
const named = new Set([...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) => names.split(', ')))

/** Returns the names that a pattern finds in the sources, with constants replaced by their values. */
function findNames(pattern: RegExp): string[] {
  const found = sources.flatMap((text) =>
    [...text.matchAll(pattern)].flatMap(([, name = '']) => {
      if (name.startsWith("'")) return /^'[\w.-]+'$/.test(name) ? [name.slice(1, -1)] : []
      const value = new RegExp(`const ${name.replace(/\(.*/, '')}\\b[^'\`\\n]*['\`]([\\w.-]+)`).exec(text)?.[1]
      return value ? [value] : []
    }),
  )
  return [...new Set(found)].toSorted()
}

test('the privacy policy names every cookie', () => {
  const cookies = [
    ...new Set(sources.flatMap((text) => text.match(/(?<=[`'"]|__Host-|;\\s\*\))primp_[a-z]+(?==|['"`])/g) ?? [])),
  ].filter((name) => sources.some((text) => text.includes(name) && /cookie/i.test(text)))
  expect([...cookies]).toEqual(
    expect.arrayContaining(['primp_session', 'primp_visitor', 'primp_device', 'primp_country', 'primp_seen']),
  )
  expect([...cookies].filter((name) => !named.has(name))).toEqual([])
})

test('the privacy policy names everything that the site stores in the browser', () => {
  const keys = findNames(/\.setItem\(\s*('[^']+'|\w+(?:\(\w*\))?)/g)
  expect(keys).toEqual(expect.arrayContaining(['primpSession', 'searchId', 'requesterDetails', 'searchDraft']))
  expect(keys.filter((key) => !named.has(key.trim()))).toEqual([])
})

test('the cookie banner does not count cookies', () => {
  expect(shellMessages['cookie.text']).toMatch(/^We use essential cookies /)
})
