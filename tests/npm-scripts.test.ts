import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }

/** A program with arguments that no shell would interpret. */
const isPlainCommand = (script: string) => /^(node|biome)( [\w./:-]+(=[\w./-]+)?)*$/.test(script)

describe('npm scripts', () => {
  test('run in every shell: each is one program with plain arguments', () => {
    expect(Object.entries(scripts).filter(([, script]) => !isPlainCommand(script))).toEqual([])
  })

  test('shell syntax is recognised', () => {
    for (const script of [
      'NODE_ENV=production node server/main.ts',
      'exec node server/main.ts',
      'node a.ts && node b.ts',
      'node a.ts; node b.ts',
      'node $HOME/a.ts',
      "node -e 'run()'",
      'node a.ts > log',
      'node tests/*.ts',
    ])
      expect(isPlainCommand(script), script).toBe(false)
  })

  test('the scripts convert file URLs to paths, which differ on Windows', () => {
    const files = globSync('{bench,db,scripts,tests}/**/*.{ts,tsx,mjs}', { cwd: root })
    const path = /new URL\([^)]*import\.meta\.url\)\.pathname/
    expect(files.filter((file) => path.test(readFileSync(root + file, 'utf8')))).toEqual([])
  })
})
