import { type SpawnOptions, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'

/** What one runner had to say, in tests. */
type Tally = { passed: number; failed: number; skipped: number }

const root = new URL('../', import.meta.url).pathname
const reports = `${root}node_modules/.cache/primp/reports/`
const requireAll = process.env['CI_REQUIRE_ALL'] === '1'
const total: Tally = { passed: 0, failed: 0, skipped: 0 }
const said: string[] = []
const started = performance.now()

const run = (
  command: string,
  args: string[],
  env: Record<string, string> = {},
  options: SpawnOptions = {},
): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env }, ...options })
    child.on('close', (code) => resolve(code ?? 1))
    child.on('error', () => resolve(1))
  })

function add(name: string, tally: Tally) {
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
  said.push(`${name}: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`)
  process.stdout.write(`\n== ${said.at(-1)} (${Math.round((performance.now() - started) / 1000)} s)\n`)
}

async function check(name: string, command: string, args: string[]) {
  const code = await run(command, args)
  add(name, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
}

function cannot(name: string, why: string) {
  process.stdout.write(`\n== ${name} not run: ${why}\n`)
  if (requireAll) total.failed += 1
  else total.skipped += 1
}

async function vitest(name: string, env: Record<string, string>) {
  const file = `${reports}${name}.json`
  const code = await run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`], env)
  if (!existsSync(file)) return add(name, { passed: 0, failed: 1, skipped: 0 })
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
  }
  const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests } = report
  // A file that does not even load has no test to count, but it has failed.
  const failed = numFailedTests || (code === 0 ? 0 : 1)
  add(name, { passed, failed, skipped: numPendingTests + numTodoTests })
}

async function playwright() {
  const chromium =
    [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
      (path) => path && existsSync(path),
    ) ?? which('chromium')
  if (!chromium)
    return cannot('Journeys and accessibility', 'no Chromium found (install chromium, or name it in CHROMIUM)')
  const file = `${reports}journeys.json`
  const code = await run('playwright', ['test'], { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  if (!existsSync(file)) return add('Journeys and accessibility', { passed: 0, failed: 1, skipped: 0 })
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  add('Journeys and accessibility', {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected || (code === 0 ? 0 : 1),
    skipped: stats.skipped,
  })
}

function which(name: string): string | undefined {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
await run('react-router', ['typegen'])
await check('Types', 'tsc', ['--noEmit'])
await check('Generated types are fresh', 'node', ['db/generate-types.ts', '--verify'])
await check('Lint and import rules', 'biome', ['check', '--error-on-warnings', '.'])
await vitest('Unit and API tests', {})
if (process.env['TEST_DATABASE_URL']) await vitest('API tests on PostgreSQL', { TEST_ENGINE: 'postgres' })
else cannot('API tests on PostgreSQL', 'TEST_DATABASE_URL is not set')
await playwright()

process.stdout.write(
  `\n${said.join('\n')}\n\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`,
)
process.exit(total.failed || !total.passed || (requireAll && total.skipped) ? 1 : 0)
