import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const page = readFileSync(new URL('docs/security.md', root), 'utf8')
const named = [...page.matchAll(/`([^`\s]+)`/g)].map((m) => m[1] as string)

test('every file named in a document exists', () => {
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: fileURLToPath(root) })
    .map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }))
    // Excludes history and decisions about removed code.
    .filter(({ file, text }) => file !== 'CHANGELOG.md' && !/^> \*\*(Partly s|S)uperseded/m.test(text))
  const paths = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/`((?:art|bench|contract|db|deploy|docs|scripts|server|tests|web)\/[\w./@-]+)`/g)].map(
      ([, path = '']) => ({ file, path }),
    ),
  )
  expect(paths.length).toBeGreaterThan(300)
  expect(paths.filter(({ path }) => !existsSync(new URL(path, root)))).toEqual([])
})

test('every attack test is listed in docs/security.md', () => {
  const attacks = globSync('tests/attacks/*.test.{ts,tsx}', { cwd: fileURLToPath(root) })
  expect(attacks).not.toEqual([])
  expect(
    attacks.filter((file) => {
      const name = file.slice(file.lastIndexOf('/') + 1)
      return !named.some((each) => each.endsWith(name) || each === name.replace(/\.test\.tsx?$/, ''))
    }),
  ).toEqual([])
})
