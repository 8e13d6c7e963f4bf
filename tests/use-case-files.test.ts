import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url).pathname

const fileNameOf = (name: string) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`

/** The names that a file imports or hands on, each with the name and the file that it comes from. */
function namesFrom(file: string): Map<string, { name: string; file: string }> {
  const text = readFileSync(join(root, file), 'utf8')
  return new Map(
    [...text.matchAll(/(?:import|export) \{([^}]*)\} from '([^']+)'/g)].flatMap(([, names, from = '']) =>
      (names ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => {
          const [own = '', local = own] = name.split(' as ')
          return [local, { name: own, file: from.startsWith('#') ? from.slice(1) : join(dirname(file), from) }] as const
        }),
    ),
  )
}

/** Where a function stands, behind whichever door. */
function standing({ name, file }: { name: string; file: string }): { name: string; file: string } {
  const behind = basename(file) === 'door.ts' ? namesFrom(file).get(name) : undefined
  return behind ? standing(behind) : { name, file }
}

/** Each function that a table of routes names, with the file that it stands in. */
function served(): { name: string; file: string }[] {
  return globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', 'server/platform/**'] }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const table = text.match(/\bserve\([\s\S]*/)?.[0] ?? ''
    const named = [...table.matchAll(/(?<=[\s{,])(\w+)(?::\s*(\w+))?(?=\s*[,}])/g)].map((m) => m[2] ?? m[1] ?? '')
    const known = namesFrom(file)
    return [...new Set(named)].flatMap((name) => known.get(name) ?? []).map(standing)
  })
}

test('a use-case stands in the file of its name', () => {
  const all = served()
  expect(all.length).toBeGreaterThan(200)
  expect(all.filter(({ name, file }) => basename(file) !== fileNameOf(name))).toEqual([])
})
