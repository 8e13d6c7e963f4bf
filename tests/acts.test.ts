import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url).pathname
const pages = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}', 'web/platform/**'] })
  .toSorted()
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const saying = (pattern: RegExp) => pages.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

test('there are pages that act', () => {
  expect(saying(/\buseAct\(/).length).toBeGreaterThan(30)
})

test('what is said of a call without an answer is said in one place', () => {
  expect(saying(/new ApiError\(\s*0/)).toEqual([])
  expect(saying(/instanceof ApiError \? \w+(\.message)? :/)).toEqual([])
})

test('no page keeps a waiting state of its own', () => {
  const names = 'busy|sending|working|writing|waiting|loading|pending|submitting|mailing|resending|answering'
  expect(saying(new RegExp(`const \\[(${names}), set\\w+\\] = useState`))).toEqual([])
})

test('a key is named by the act, not made anew for each try', () => {
  // A preview does nothing, a plain form's page has no state, and a message keeps the key of its own bubble.
  expect(saying(/key: (String\(.*\|\| )?crypto\.randomUUID\(\)/)).toEqual([
    'web/dashboard/albums/add-pictures.tsx',
    'web/messaging/use-conversation.ts',
    'web/offers/offer-form.tsx',
    'web/search/asking/plain-ask.tsx',
  ])
})

/** The effects of a file, each whole. */
function effectsIn(text: string): string[] {
  return [...text.matchAll(/useEffect\(/g)].map(({ index }) => {
    let depth = 0
    let end = index + 'useEffect'.length
    do {
      if (text[end] === '(') depth += 1
      if (text[end] === ')') depth -= 1
      end += 1
    } while (depth > 0 && end < text.length)
    return text.slice(index, end)
  })
}

test('an effect calls the server only where it says why no loader can', () => {
  const calling = pages.filter(({ text }) => effectsIn(text).some((effect) => effect.includes('browserApi()')))
  expect(calling.map(({ file }) => file)).toEqual([
    'web/accounts/sessions/login-page.tsx',
    'web/bookings/rescue/rescue-page.tsx',
    'web/messaging/use-conversation.ts',
    'web/messaging/use-unread.ts',
    'web/offers/openings.tsx',
    'web/search/quotes/use-own-search.ts',
    'web/signup/forms/travel-map.tsx',
  ])
})
