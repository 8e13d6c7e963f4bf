import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildFingerprint, buildInputs } from '#scripts/build-inputs.mjs'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'primp-inputs-'))
afterAll(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

describe('The build runs again', () => {
  let before: string
  beforeEach(() => {
    rmSync(root, { recursive: true, force: true })
    for (const path of ['web/page.tsx', 'contract/words.ts', 'server/main.ts', 'db/fill.ts', 'vite.config.ts'])
      write(path, '1')
    before = buildFingerprint(root)
  })

  test.each(['web/page.tsx', 'contract/words.ts', 'vite.config.ts'])('when %s changes', (path) => {
    write(path, '2')
    expect(buildFingerprint(root)).not.toBe(before)
  })

  test.each(['web/new/part.module.css', 'public/icon.svg', 'package-lock.json'])('when %s is added', (path) => {
    write(path, '1')
    expect(buildFingerprint(root)).not.toBe(before)
  })

  test('when a file is deleted or renamed', () => {
    rmSync(join(root, 'web/page.tsx'))
    write('web/sheet.tsx', '1')
    expect(buildFingerprint(root)).not.toBe(before)
  })

  test.each([
    'server/main.ts',
    'db/fill.ts',
    'web/page.test.tsx',
    'docs/architecture.md',
    'tests/e2e/search/search.spec.ts',
  ])('not when %s changes', (path) => {
    write(path, '2')
    expect(buildFingerprint(root)).toBe(before)
  })
})

test('every file that the built pages contain is among the inputs', () => {
  const folder = join(repository, 'build/server')
  const map = JSON.parse(readFileSync(join(folder, 'pages.js.map'), 'utf8')) as { sources: string[] }
  const sources = map.sources
    .map((source) => relative(repository, join(folder, source)))
    .filter((file) => !file.startsWith('node_modules/') && !file.includes('\0'))
  expect(sources.length).toBeGreaterThan(200)
  const strange = sources.filter((file) => !buildInputs.some((input) => file === input || file.startsWith(`${input}/`)))
  expect(strange).toEqual([])
})
