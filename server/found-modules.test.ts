import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const kept = new URL('node_modules/.cache/primp/found.json', root)

/** What each module that the database names comes to, in a process of its own. */
function found(fast: boolean): string[][] {
  const script = `
    import { registerHooks } from 'node:module'
    const finding = ${fast} ? (await import('${root.href}server/found-modules.ts')).findModulesFast() : undefined
    const all = []
    registerHooks({ resolve: (name, context, next) => {
      const { url, format } = next(name, context)
      all.push([name, context.parentURL ?? '', url, String(format)])
      return { url, format }
    } })
    await import('${root.href}db/database.ts')
    await import('${root.href}server/platform/env.ts')
    finding?.keep()
    console.log(JSON.stringify(all))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  return JSON.parse(said) as string[][]
}

test('modules are found where Node finds them, and looked for once', () => {
  const plain = found(false)
  expect(plain.length).toBeGreaterThan(200)
  expect(found(true)).toEqual(plain)
  const { mtimeMs } = statSync(kept)
  expect(found(true)).toEqual(plain)
  expect(statSync(kept).mtimeMs).toBe(mtimeMs)
}, 60_000)
