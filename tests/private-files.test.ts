import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const textOf = (file: string): string => readFileSync(root + file, 'utf8')

test("every entry point that opens the site's data creates private files", () => {
  const entries = ['server/start.ts', ...globSync('server/*/command.ts', { cwd: root })]
  expect(entries.length).toBeGreaterThan(1)
  for (const file of entries) expect(textOf(file), file).toMatch(/^ {2}createFilesPrivately\(\)$/m)
})

test("every directory of the site's data is private", () => {
  // Builds contain no personal data.
  const public_ = /^server\/test-|\.test\.ts$|^db\/gazetteer\//
  const open = globSync('{server,db}/**/*.ts', { cwd: root })
    .filter((file) => !public_.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\bmkdir(?:Sync)?\(.*\)/g)]
        .filter(([call]) => !call.includes('mode: 0o700'))
        .map(([call]) => `${file}: ${call}`),
    )
  expect(open).toEqual([])
})
