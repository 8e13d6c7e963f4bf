import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { check, finish, journeys, postgres, prepare, reports, scanners, vitest } from './test-parts.ts'

// The tests that run on both engines.
const smoke = ['server/bookings/booking', 'server/messaging/live', 'server/search/match-providers']

// Left to a proof: journeys whose rules have tests of their own below the pages, and walks over every page.
const withoutProof = { only: ['--grep-invert', '@proof'] }

// Several in one program each come to know the same types: twice the work where two programs run at once.
const oneChecker = ['--checkers', '1']

// Nothing named: everything. `check`: what needs no database and no browser. `prove`: everything in full, in another order
// each day. Anything else names test files by a part of their path, or tests by a part of their title.
const [first, ...more] = process.argv.slice(2)
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

if (first === undefined) await everything()
else if (first === 'check') await checks()
else if (first === 'prove') await proof()
else await matching([first, ...more])
finish()

async function checks(options: { seed?: number } = {}) {
  await prepare('Generated types of routes', 'react-router', ['typegen'])
  // Two at a time.
  await Promise.all([
    inTurn(
      () => check('Types of server, contract and database', 'tsc', oneChecker),
      () => check('Types of the tests', 'tsc', ['-p', 'tests', ...oneChecker]),
    ),
    inTurn(
      () => check('Types of the web', 'tsc', ['-p', 'web', ...oneChecker]),
      () => check('Generated types are fresh', 'node', ['db/generate-types.ts', '--verify']),
      () => check('Lint and import rules', 'biome', ['check', '--error-on-warnings', '.']),
      () => check('Regular expressions take linear time', 'node', ['scripts/check-patterns.ts']),
      () => check('Nothing unused', 'knip', ['--no-progress', '--treat-config-hints-as-errors']),
    ),
  ])
  await vitest('Rules', ['rules'], options)
}

async function inTurn(...steps: (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step()
}

async function everything() {
  await checks()
  await build()
  if (postgres) {
    // One waits for its database where the other is its own.
    await Promise.all([vitest('API on PostgreSQL', ['api'], { engine: 'postgres', secondTry: true }), embedded()])
  } else {
    process.stdout.write('\n== TEST_DATABASE_URL names no PostgreSQL: the API is tested on the embedded database.\n')
    await vitest('API on the embedded database', ['api'], { engine: 'pglite' })
  }
  await vitest('Processes', ['process'], { workers: 4, secondTry: true })
  await journeys('Journeys and accessibility', withoutProof)
}

async function proof() {
  // Another order each day: what a test leaves behind shows in the others.
  const seed = orderOfToday()
  await checks({ seed })
  await build()
  const engine = postgres ? 'postgres' : 'pglite'
  await vitest(`API on ${engine} in the order of ${seed}`, ['api'], { engine, seed })
  if (postgres) await embedded()
  // At full size a storm takes a quarter of an hour: more than one other beside it, and their limits of time mean nothing.
  await vitest('Processes', ['process'], { workers: 2 })
  await scanners('Scanners')
  await journeys('Journeys and accessibility')
  if (postgres) await journeys('Journeys on the embedded database', { engine: 'pglite', ...withoutProof })
}

/** Tests transactions, locks, notifications, arrays, ranges and dates on the embedded engine, which differs in these. */
function embedded(): Promise<void> {
  return vitest('The embedded database, where it differs', ['api'], { engine: 'pglite', files: smokeSet(), workers: 1 })
}

async function matching(names: string[]) {
  const all = [...filesLike('*/**/*.test.{ts,tsx}'), ...filesLike('tests/e2e/**/*.spec.ts')]
  const named = all.filter((file) => names.some((name) => file.includes(name)))
  // No file is called so: then tests are.
  const title = named.length ? undefined : names.join(' ')
  const wanted = title ? all.filter((file) => readFileSync(file, 'utf8').includes(title)) : named
  const [specs, tests] = [wanted.filter(isJourney), wanted.filter((file) => !isJourney(file))]
  if (!wanted.length) process.stdout.write(`No test file and no title has "${names.join(' ')}".\n`)
  if (specs.length || tests.some((file) => file.startsWith('tests/operation/'))) await build()
  if (tests.length)
    await vitest('Tests', ['rules', 'api', 'process'], { files: tests, title: title && asPattern(title) })
  if (specs.length)
    await journeys('Journeys', { only: [...specs.map(asPattern), ...(title ? ['-g', asPattern(title)] : [])] })
}

function isJourney(file: string): boolean {
  return file.endsWith('.spec.ts')
}

function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Another order each day, and the same one all day: 20261126. */
function orderOfToday(): number {
  return Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
}

function smokeSet(): string[] {
  return smoke.flatMap((name) => {
    const [folder, file] = [name.slice(0, name.lastIndexOf('/')), name.slice(name.lastIndexOf('/') + 1)]
    const itself = filesLike(`${name}.test.ts`)
    const found = itself.length ? itself : filesLike(`${folder}/*/${file}.test.ts`)
    if (!found.length) throw new Error(`${name}.test.ts of the smoke set is gone.`)
    return found
  })
}

function filesLike(pattern: string): string[] {
  return globSync(pattern, { cwd: new URL('../', import.meta.url).pathname, exclude: ['node_modules/**'] })
}

function build(): Promise<void> {
  return prepare('Build', 'node', ['scripts/ready.mjs', '--build'])
}
