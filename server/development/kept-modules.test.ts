import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { KeptModules } from './kept-modules.ts'

const root = `${mkdtempSync(join(tmpdir(), 'primp-kept-'))}/`
let asked: string[] = []
const made = (text: string) => async () => {
  asked.push(text)
  return { result: { code: text } }
}
const write = (file: string, text: string) => writeFileSync(root + file, text)

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(`${root}web`, { recursive: true })
  write('vite.config.ts', '1')
  write('web/page.tsx', 'a page')
  asked = []
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('what was made of a file is read again by the next start, until the file or the ways of making it are another', async () => {
  const page = ['/web/page.tsx'] as const
  expect(await new KeptModules(root).of(page, made('first'))).toEqual({ result: { code: 'first' } })
  expect(await new KeptModules(root).of(page, made('again'))).toEqual({ result: { code: 'first' } })
  expect(asked).toEqual(['first'])
  write('web/other.tsx', 'of no concern')
  expect(await new KeptModules(root).of(page, made('again'))).toEqual({ result: { code: 'first' } })
  write('web/page.tsx', 'another page')
  expect(await new KeptModules(root).of(page, made('second'))).toEqual({ result: { code: 'second' } })
  write('vite.config.ts', '2')
  expect(await new KeptModules(root).of(page, made('third'))).toEqual({ result: { code: 'third' } })
})

test('what has no file of its own is made anew when any file is another', async () => {
  const table = ['virtual:react-router/server-build'] as const
  const kept = new KeptModules(root)
  expect(await kept.of(table, made('first'))).toEqual({ result: { code: 'first' } })
  write('web/page.tsx', 'another page')
  kept.changed()
  expect(await kept.of(table, made('second'))).toEqual({ result: { code: 'second' } })
})

test('a fault is not kept', async () => {
  const page = ['/web/page.tsx'] as const
  const kept = new KeptModules(root)
  expect(await kept.of(page, async () => ({ error: 'misspelt' }))).toEqual({ error: 'misspelt' })
  expect(await kept.of(page, made('right'))).toEqual({ result: { code: 'right' } })
})
