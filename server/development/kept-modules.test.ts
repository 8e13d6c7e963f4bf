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

const rested = () => new Promise((done) => setTimeout(done, 60))
const begun = () => new KeptModules(root, 1)
const page = ['/web/page.tsx'] as const
const table = ['virtual:react-router/server-build'] as const

test('what was made of a file is read again by the next start, until the file or the ways of making it are another', async () => {
  expect(await begun().of(page, made('first'))).toEqual({ result: { code: 'first' } })
  await rested()
  asked = []
  expect(await begun().of(page, made('again'))).toEqual({ result: { code: 'first' } })
  write('web/other.tsx', 'of no concern')
  expect(await begun().of(page, made('again'))).toEqual({ result: { code: 'first' } })
  expect(asked).toEqual([])
  write('web/page.tsx', 'another page')
  expect(await begun().of(page, made('second'))).toEqual({ result: { code: 'second' } })
  await rested()
  write('vite.config.ts', '2')
  expect(await begun().of(page, made('third'))).toEqual({ result: { code: 'third' } })
})

test('what is said of a file just written is shown, and kept only as it is said a moment later', async () => {
  let says = 'of the text before'
  const late = async () => ({ result: { code: says } })
  expect(await begun().of(page, late)).toEqual({ result: { code: 'of the text before' } })
  says = 'of the text now'
  await rested()
  expect(await begun().of(page, made('again'))).toEqual({ result: { code: 'of the text now' } })
  write('web/page.tsx', 'another page')
  const kept = begun()
  await kept.of(page, made('of another'))
  write('web/page.tsx', 'a third page')
  await rested()
  write('web/page.tsx', 'another page')
  expect(await kept.of(page, made('asked anew'))).toEqual({ result: { code: 'asked anew' } })
})

test('what has no file of its own is made anew when any file is another, and kept by who has seen no change', async () => {
  const kept = begun()
  expect(await kept.of(table, made('first'))).toEqual({ result: { code: 'first' } })
  await rested()
  expect(await begun().of(table, made('again'))).toEqual({ result: { code: 'first' } })
  write('web/page.tsx', 'another page')
  kept.changed()
  expect(await kept.of(table, made('second'))).toEqual({ result: { code: 'second' } })
  await rested()
  expect(await begun().of(table, made('third'))).toEqual({ result: { code: 'third' } })
})

test('what was not kept before the last start ended is kept by the next, though Vite begins in the middle of it', async () => {
  const kept = begun()
  kept.lookAnew()
  expect(await kept.of(table, made('first'))).toEqual({ result: { code: 'first' } })
  await rested()
  expect(await begun().of(table, made('again'))).toEqual({ result: { code: 'first' } })
})

test('a fault is not kept', async () => {
  const kept = begun()
  expect(await kept.of(page, async () => ({ error: 'misspelt' }))).toEqual({ error: 'misspelt' })
  await rested()
  expect(await kept.of(page, made('right'))).toEqual({ result: { code: 'right' } })
})
