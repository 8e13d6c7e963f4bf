import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { routes } from '#server/routes.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const folders = ['art', 'contract', 'db', 'server', 'tests', 'web']

/** In dependency order. */
const domains = [
  'notifications',
  'accounts',
  'places',
  'catalog',
  'payments',
  'providers',
  'signup',
  'search',
  'messaging',
  'offers',
  'appointments',
  'calendar',
  'billing',
  'preparation',
  'checkout',
  'party',
  'bookings',
  'reviews',
  'content',
  'privacy',
  'operator',
]

const LARGEST_FOLDER = 60
const LONGEST_FILE = 600

/** Modules that write tables of others, with the reason. An unused entry fails. */
const foreignWriters: Record<string, { tables: 'any' | readonly string[]; why: string }> = {
  'server/accounts/erase.queries.ts': {
    tables: 'any',
    why: 'Deleting an account removes it from every table in one transaction.',
  },
  'server/accounts/erase-bookings.queries.ts': { tables: 'any', why: 'Part of deleting an account.' },
  'server/accounts/erase-profile.queries.ts': { tables: 'any', why: 'Part of deleting an account.' },
  'server/accounts/stand-ins.queries.ts': {
    tables: 'any',
    why: 'Claiming a stand-in account moves its rows of every table in one transaction.',
  },
  'server/operator/retention.queries.ts': {
    tables: 'any',
    why: 'One scheduled job purges all expired data by one list of retention periods.',
  },
  'server/operator/retention-records.queries.ts': { tables: 'any', why: 'Part of the same job.' },
  'server/accounts/accounts.queries.ts': {
    tables: ['search'],
    why: 'Signing in claims a visitor’s searches, and accounts may not import search.',
  },
  'server/privacy/personal-data.queries.ts': {
    tables: 'any',
    why: 'A person without an account is deleted from every table in one transaction.',
  },
  'server/messaging/conversations.queries.ts': {
    tables: ['report'],
    why: 'Domains that create reports may not import the console that settles them.',
  },
  'server/checkout/confirm-booking.queries.ts': {
    tables: ['appointment'],
    why: 'One statement converts a hold to an appointment.',
  },
  'server/reviews/reviews.queries.ts': { tables: ['report'], why: 'As for conversations.' },
}

/** `runtime` leaves out type-only imports. */
type Module = { file: string; imports: string[]; runtime: string[] }

const modules: Module[] = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const text = readFileSync(path, 'utf8')
      const imports = [...text.matchAll(/(?<![\w-])(?:from|import)\s*\(?\s*'([^']+)'/g)].map((m) => m[1] as string)
      const runtime = [...text.matchAll(/(?:^|\n)\s*(?:import|export)\s+(?!type\b)[^;'"]*?from\s*'([^']+)'/g)].map(
        (m) => m[1] as string,
      )
      return { file: relative(root, path), imports, runtime }
    }),
)

const isTest = (file: string) => /\.(test|spec)\.tsx?$|\/test-[a-z]+\.ts$|^server\/testing\//.test(file)
const resolved = (from: string, specifier: string): string | null => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('./')) return join(from, '..', specifier)
  return null
}
const domainOf = (file: string, side: 'server' | 'web') => {
  const [first, second] = file.split('/')
  return first === side && second && domains.includes(second) ? second : null
}
function readSchemaTables() {
  const text = readFileSync(join(root, 'db/schema.sql'), 'utf8')
  const tables = [...text.matchAll(/^create (?:unlogged )?table (\w+) \(/gm)]
    .map((m) => m[1] as string)
    .filter((table) => table !== 'migration')
  const owners = new Map(
    [...text.matchAll(/^comment on table (\w+) is 'owner: ([\w-]+)/gm)].map((m) => [m[1] as string, m[2] as string]),
  )
  return { tables, owners }
}
/** Returns the tables that a module writes by query builder or SQL. */
function writesIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const built = text.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g)
  const raw = text.matchAll(/\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(\w+)/gi)
  return [...new Set([...built, ...raw].map((m) => m[1] as string))]
}
const broken = (breaks: (module: Module, target: string) => boolean) =>
  modules
    .filter((m) => !isTest(m.file))
    .flatMap((m) =>
      m.imports
        .map((s) => ({ m, s, target: resolved(m.file, s) }))
        .filter(({ target }) => target !== null && breaks(m, target))
        .map(({ s }) => `${m.file} imports ${s}`),
    )

describe('Architecture', () => {
  test('modules and imports are found', () => {
    expect(modules.filter(({ imports }) => imports.length)).not.toEqual([])
  })

  test('imports use ./ for the same folder and # for any other', () => {
    expect(modules.flatMap((m) => m.imports.filter((s) => s.startsWith('..')).map((s) => `${m.file}: ${s}`))).toEqual(
      [],
    )
  })

  test('the contract imports zod, the message library and itself only', () => {
    const strange = modules
      .filter((m) => m.file.startsWith('contract/') && !isTest(m.file))
      .flatMap((m) =>
        m.imports
          .filter((s) => !/^(\.\/|#contract\/|#compile-messages$|zod$|@lingui\/)/.test(s))
          .map((s) => `${m.file}: ${s}`),
      )
    expect(strange).toEqual([])
  })

  test('one module parses and compares email addresses', () => {
    const own = ['contract/accounts/parse-email.ts']
    // These search running text for addresses.
    const looking = ['contract/providers/profile-rules.ts']
    const ways = [
      /\bz\.email\(|\.email\(\)/,
      /\[\^[^\]]*@[^\]]*\]\S*@/,
      /\b(?:\w*[eE]mail|address)\)?(?:\.trim\(\))?\??\.toLowerCase\(\)/,
    ]
    const strange = modules
      .filter(({ file }) => /^(contract|server|web)\//.test(file) && !isTest(file))
      .filter(({ file }) => !own.includes(file) && !looking.includes(file))
      .filter(({ file }) => ways.some((way) => way.test(readFileSync(join(root, file), 'utf8'))))
    expect(strange.map(({ file }) => file)).toEqual([])
  })

  test('drawings import only each other', () => {
    expect(broken((m, target) => m.file.startsWith('art/') && !target.startsWith('art/'))).toEqual([])
  })

  test('pages never import the server, and the server never imports pages except for the request context', () => {
    expect(broken((m, target) => m.file.startsWith('web/') && /^(server|db)\//.test(target))).toEqual([])
    expect(
      broken(
        (m, target) =>
          m.file.startsWith('server/') && target.startsWith('web/') && target !== 'web/platform/context.ts',
      ),
    ).toEqual([])
  })

  test('a server domain imports another only through its index, and only a domain above it', () => {
    expect(
      broken((m, target) => {
        const from = domainOf(m.file, 'server')
        const to = domainOf(target, 'server')
        if (!from || !to || from === to) return false
        return (
          !/^server\/[\w-]+\/([\w-]+\/)?(door|index)\.ts$/.test(target) || domains.indexOf(to) > domains.indexOf(from)
        )
      }),
    ).toEqual([])
  })

  test('platform, gateways and ui import no domain', () => {
    expect(
      broken((m, target) => /^server\/(platform|gateways)\//.test(m.file) && domainOf(target, 'server') !== null),
    ).toEqual([])
    expect(broken((m, target) => m.file.startsWith('web/ui/') && domainOf(target, 'web') !== null)).toEqual([])
  })

  test('raw SQL appears only in queries, the platform and db/', () => {
    const raw = modules
      .filter(
        (m) =>
          m.file.startsWith('server/') &&
          !m.file.startsWith('server/platform/') &&
          !/queries(\.\w+)?\.ts$|-queries\.ts$/.test(m.file) &&
          !isTest(m.file),
      )
      .filter((m) => /import \{[^}]*\bsql\b[^}]*\} from 'kysely'/.test(readFileSync(join(root, m.file), 'utf8')))
    expect(raw.map((m) => m.file)).toEqual([])
  })

  test('no private member of a package is used, because only documented interfaces stay the same in an upgrade', () => {
    const privateMember =
      /(?<!\bthis)\b[\w)\]]+\??\._(?!id\b)[a-zA-Z]|[{,]\s*_[a-z]\w+[^{}]*\} = |Object\.assign\(this\b/
    const used = modules
      .filter((m) => /^(server|db|contract|bench)\//.test(m.file) && !isTest(m.file))
      .filter((m) => privateMember.test(readFileSync(join(root, m.file), 'utf8')))
    expect(used.map((m) => m.file)).toEqual([])
  })

  test('only one module observes the visibility of elements and picks the newest of several changes', () => {
    const observing = modules
      .filter(({ file }) => file.startsWith('web/') && !isTest(file))
      .filter(({ file }) => readFileSync(join(root, file), 'utf8').includes('new IntersectionObserver('))
    expect(observing.map(({ file }) => file)).toEqual(['web/ui/visibility.ts'])
  })

  test('every table has one owner, and no other domain writes it', () => {
    const { tables, owners } = readSchemaTables()
    expect(tables).not.toEqual([])
    expect(tables.filter((table) => !owners.has(table))).toEqual([])
    const folders = new Set([...domains, 'platform', 'gateways', 'pictures', 'db'])
    expect([...owners].filter(([table, owner]) => !tables.includes(table) || !folders.has(owner))).toEqual([])

    const written = modules
      .filter(({ file }) => file.startsWith('server/') && !isTest(file))
      .flatMap(({ file }) => writesIn(file).map((table) => ({ file, table })))
      .filter(({ table }) => owners.has(table))
    expect(written).not.toEqual([])
    const foreign = written.filter(({ file, table }) => file.split('/')[1] !== owners.get(table))
    const allowed = ({ file, table }: (typeof foreign)[number]) => {
      const known = foreignWriters[file]?.tables
      return known === 'any' || known?.includes(table)
    }
    expect(foreign.filter((write) => !allowed(write))).toEqual([])
    expect(Object.keys(foreignWriters).filter((file) => !foreign.some((write) => write.file === file))).toEqual([])
  })

  test('only one module converts hundredths of money', () => {
    // `format.ts` formats per cent and decimals; the others contain no amounts.
    const others = ['contract/money.ts', 'contract/format.ts']
    const reckons = modules
      .filter((m) => !isTest(m.file) && !others.includes(m.file) && !/^(art|tests)\//.test(m.file))
      .filter((m) =>
        /[/*] ?100\b|\b100 ?[/*](?!\/)/.test(readFileSync(join(root, m.file), 'utf8').replaceAll(/\/\*\*.*?\*\//g, '')),
      )
    expect(reckons.map((m) => m.file)).toEqual([])
    // Amounts named minor have the type Minor.
    const untyped = modules
      .filter((m) => !isTest(m.file) && !/generated|^(art|tests|web)\//.test(m.file))
      .filter((m) => /(?:Minor|_minor|\bminor)\??: number\b/.test(readFileSync(join(root, m.file), 'utf8')))
    expect(untyped.map((m) => m.file)).toEqual([])
  })

  test('one module paginates lists and encodes cursors', () => {
    const ownPagination = /\.limit\([^)\n]*\+ 1\)|\bBuffer\.from\((?:\w+\.)?cursor\b/
    const offenders = modules
      .map(({ file }) => file)
      .filter((file) => file.startsWith('server/') && file !== 'server/platform/pagination.ts' && !isTest(file))
      .filter((file) => ownPagination.test(readFileSync(join(root, file), 'utf8')))
    expect(offenders).toEqual([])
  })

  test('server code that only tests import is in server/testing', () => {
    const importers = new Map<string, Set<string>>()
    for (const m of modules)
      for (const target of m.imports.map((s) => resolved(m.file, s)))
        if (target !== null) importers.set(target, (importers.get(target) ?? new Set()).add(m.file))
    // `isTest` also matches test-bank.ts, which demo sites run. Scripts start main.ts.
    const onlyTested = (file: string) => (isTest(file) && !file.endsWith('/test-bank.ts')) || file.startsWith('tests/')
    const misplaced = modules
      .map(({ file }) => file)
      .filter((file) => file.startsWith('server/') && file !== 'server/main.ts' && !isTest(file))
      .filter((file) => importers.has(file) && [...(importers.get(file) ?? [])].every(onlyTested))
    expect(misplaced).toEqual([])
  })

  test('there is no import cycle at run time', () => {
    const graph = new Map(
      modules.map((m) => [m.file, m.runtime.map((s) => resolved(m.file, s)).filter((t) => t !== null)]),
    )
    const done = new Set<string>()
    const cycles: string[] = []
    const walk = (file: string, path: string[]) => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' > '))
      else if (!done.has(file)) {
        for (const next of graph.get(file) ?? []) walk(next, [...path, file])
        done.add(file)
      }
    }
    for (const file of graph.keys()) walk(file, [])
    expect(cycles).toEqual([])
  })

  test('the index of a domain exports modules of its own folder only', () => {
    const wide = modules
      .filter((m) => m.file.startsWith('server/') && /\/(door|index)\.ts$/.test(m.file))
      .flatMap((m) =>
        m.imports
          .filter((s) => !resolved(m.file, s)?.startsWith(`${dirname(m.file)}/`))
          .map((s) => `${m.file} exports ${s}`),
      )
    expect(wide).toEqual([])
  })

  test('every endpoint of the contract is served', () => {
    const served = new Set(routes.map((r) => `${r.endpoint.method} ${r.endpoint.path}`))
    const promised = Object.values(contract)
      .flatMap((all) => Object.values(all))
      .map((e) => `${e.method} ${e.path}`)
    expect(promised).not.toEqual([])
    expect(promised.filter((p) => !served.has(p))).toEqual([])
  })

  test('no folder has too many modules', () => {
    const sizes = new Map<string, number>()
    for (const { file } of modules.filter(({ file }) => !isTest(file)))
      sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1)
    const large = [...sizes].filter(([, size]) => size > LARGEST_FOLDER)
    expect(
      large.map(
        ([folder, size]) => `${folder} has ${size} modules: move those of one topic into a folder of their own`,
      ),
    ).toEqual([])
  })

  test('no file is too long', () => {
    const lengths = modules
      .filter((m) => !isTest(m.file) && !m.file.startsWith('tests/') && !/generated|words(\.\w+)?\.ts$/.test(m.file))
      .map((m) => ({ file: m.file, length: readFileSync(join(root, m.file), 'utf8').split('\n').length }))
    const long = lengths.filter(({ length }) => length > LONGEST_FILE)
    expect(
      long.map(
        ({ file, length }) =>
          `${file} has ${length} lines: move a group of functions that call each other into a module`,
      ),
    ).toEqual([])
  })
})
