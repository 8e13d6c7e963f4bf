import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const page = readFileSync(new URL('docs/security.md', root), 'utf8')
const named = [...page.matchAll(/`([^`\s]+)`/g)].map((m) => m[1] as string)

test('what the page of security names is there', () => {
  const paths = named.filter((name) => /^(server|web|tests|docs|db|deploy|contract|scripts)\//.test(name))
  expect(paths).not.toEqual([])
  expect(paths.filter((path) => !path.includes('*') && !existsSync(new URL(path, root)))).toEqual([])
})

test('every attack has its place in it', () => {
  const attacks = globSync('tests/attacks/*.test.{ts,tsx}', { cwd: root.pathname })
  expect(attacks).not.toEqual([])
  expect(
    attacks.filter((file) => {
      const name = file.slice(file.lastIndexOf('/') + 1)
      return !named.some((each) => each.endsWith(name) || each === name.replace(/\.test\.tsx?$/, ''))
    }),
  ).toEqual([])
})
