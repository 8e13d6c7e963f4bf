import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endAll, filledDirectory, startPrimp } from './primp-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const own = /^(art|contract|db|server|web)\//
let loaded: string[]

beforeAll(async () => {
  const directory = await filledDirectory()
  const list = join(directory, 'modules.json')
  const primp = await startPrimp(directory, {
    NODE_OPTIONS: `--import ${new URL('note-modules.ts', import.meta.url).href}`,
    LOADED_MODULES: list,
  })
  for (const path of ['/gb/makeup-hair-styling/london', '/login', '/v1/openapi.json'])
    await (await fetch(primp.url + path)).text()
  expect((await primp.end('SIGTERM')).code).toBe(0)
  loaded = (JSON.parse(readFileSync(list, 'utf8')) as string[])
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(root, fileURLToPath(url)))
}, 120_000)
afterAll(endAll)

const twice = (files: readonly string[]) => files.filter((file, at) => files.indexOf(file) !== at)

function partsOf(file: string): string[] {
  if (!existsSync(join(root, `${file}.map`))) return []
  const { sources } = JSON.parse(readFileSync(join(root, `${file}.map`), 'utf8')) as { sources: string[] }
  return sources.map((source) => relative(root, join(root, dirname(file), source)))
}

describe('A running process built for production', () => {
  test('loads the server and the built pages', () => {
    expect(loaded).toEqual(expect.arrayContaining(['server/main.ts', 'server/app.ts', 'contract/contract.ts']))
    expect(loaded.filter((file) => file.startsWith('build/server/'))).toEqual(['build/server/pages.js'])
  })

  test('loads each module once, from its source or from the built pages', () => {
    const built = loaded.filter((file) => file.startsWith('build/')).flatMap(partsOf)
    expect(twice([...loaded.filter((file) => own.test(file)), ...built.filter((file) => own.test(file))])).toEqual([])
  })

  test('loads nothing but the pages from the build', () => {
    const built = loaded.filter((file) => file.startsWith('build/')).flatMap(partsOf)
    expect(built.filter((file) => file.startsWith('web/')).length).toBeGreaterThan(100)
    expect(built.filter((file) => own.test(file) && !file.startsWith('web/'))).toEqual([])
    expect(loaded.filter((file) => file.startsWith('web/'))).toEqual([])
  })
})
