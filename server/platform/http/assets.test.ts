import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openAssets } from './assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'primp-assets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a built file is cached when requested, and all files once they are loaded, even if the disk changes', async () => {
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of [
    ['assets/a.js', 'a'],
    ['assets/a.js.br', 'packed'],
    ['robots.txt', 'r'],
    ['late.txt', 'l'],
  ] as const)
    writeFileSync(join(folder, name), text)
  const assets = openAssets(folder)
  expect(assets.get('/assets/a.js')).toMatchObject({
    body: Buffer.from('a'),
    br: Buffer.from('packed'),
    gzip: null,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
  for (const path of ['/assets/a.js.br', '/assets', '/none.js', '/../robots.txt'])
    expect(assets.get(path)).toBeUndefined()
  await assets.readAll()
  rmSync(folder, { recursive: true })
  expect(assets.get('/late.txt')?.body.toString()).toBe('l')
  expect(assets.get('/assets/a.js')?.body.toString()).toBe('a')
})
