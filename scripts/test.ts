import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const reports = `${root}node_modules/.cache/primp/reports/`
const hasPostgres = Boolean(process.env['TEST_DATABASE_URL'])
const started = performance.now()
const total = { passed: 0, failed: 0, skipped: 0, flaky: 0 }
const summary: string[] = []

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const [command, ...names] = process.argv.slice(2)
const isProof = command === 'prove'
if (isProof) process.env['PROVE'] = '1'
// A proof shuffles the tests, in another order each day, so that tests which depend on each other fail.
const seed = new Date().toISOString().slice(0, 10).replaceAll('-', '')
const order = isProof ? ['--sequence.shuffle', `--sequence.seed=${seed}`] : []
if (command === 'check') await runChecks(names.includes('--changed') ? listChangedFiles() : undefined)
else if (command && (!isProof || names.length)) await runMatching(isProof ? names : [command, ...names])
else await runEverything()
finish()

async function runEverything() {
  await runChecks()
  await build()
  // Each half has one worker: with two in one run, their speed would decide which files follow each other.
  const runApi = (half: number) =>
    run(`API, half ${half}`, 'vitest', ['run', '--project=api', '--maxWorkers=1', `--shard=${half}/2`, ...order])
  const runEmbedded = () => run('API on the embedded database', 'vitest', ['run', '--project=embedded'])
  await Promise.all([runApi(1), runApi(2).then(() => hasPostgres && runEmbedded())])
  await run('Processes', 'vitest', ['run', '--project=process'])
  if (isProof) await run('Scanners', 'node', ['tests/scanners/run.ts'])
  await run('Journeys', 'playwright', ['test'])
  if (isProof && hasPostgres)
    await run('Embedded journeys', 'playwright', ['test'], { PROVE: '', TEST_ENGINE: 'pglite' })
}

/** Runs the test files and journeys whose path contains one of these names. */
async function runMatching(wanted: string[]) {
  const all = globSync(['*/**/*.test.{ts,tsx}', 'tests/e2e/**/*.spec.ts'], { cwd: root, exclude: ['node_modules/**'] })
  const files = all.filter((file) => wanted.some((name) => file.includes(name)))
  const [tests, journeys] = [false, true].map((isJourney) =>
    files.filter((file) => file.endsWith('.spec.ts') === isJourney),
  )
  if (files.some((file) => /^tests\W(e2e|operation)/.test(file))) await build()
  if (!files.length) process.stdout.write(`No test file has "${wanted.join(' ')}" in its path.\n`)
  if (tests?.length) await run('Tests', 'vitest', ['run', '--project=!embedded', ...tests])
  if (journeys?.length) await run('Journeys', 'playwright', ['test', ...journeys])
}

/** Checks types, lint and rules: in all files, or in the changed ones and what imports them. */
async function runChecks(changed?: string[]) {
  if (!(await run('Types of routes', 'react-router', ['typegen']))) finish()
  const checkOthers = async () => {
    await run('Lint', 'biome', [
      'check',
      '--error-on-warnings',
      '--no-errors-on-unmatched',
      ...(changed?.length ? changed : ['.']),
    ])
    if (changed) return
    await run('Generated files of the database', 'node', ['db/generate-types.ts', '--verify'])
    await run('Regular expressions take linear time', 'node', ['scripts/check-patterns.ts'])
    await run('No unused code', 'knip', ['--no-progress', '--treat-config-hints-as-errors'])
  }
  const onlyChanged = changed ? ['--changed', '--passWithNoTests'] : order
  const checkRules = () => run('Rules', 'vitest', ['run', '--project=rules', ...onlyChanged])
  await Promise.all([run('Types', 'tsc', ['--checkers', '1']), checkOthers(), checkRules()])
}

/** Lists the files that differ from the last commit and exist. */
function listChangedFiles() {
  const git = (words: string) => execFileSync('git', words.split(' '), { cwd: root, encoding: 'utf8' })
  return `${git('diff --name-only --diff-filter=d HEAD')}${git('ls-files -o --exclude-standard')}`
    .split('\n')
    .slice(0, -1)
}

async function build() {
  if (!(await run('Build', 'node', ['scripts/ready.mjs', '--build']))) finish()
}

/** Runs a program and adds a part with the counts of its report, or of its exit code. Returns whether it succeeded. */
async function run(name: string, program: string, words: string[], env: Record<string, string> = {}): Promise<boolean> {
  const from = performance.now()
  const report = `${reports}${name.toLowerCase().replaceAll(' ', '-')}.json`
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, TEST_REPORT: report } } as const
  // Windows finds the programs of packages only through its shell.
  const [code] = await once(spawn(program, words, { ...options, shell: process.platform === 'win32' }), 'close')
  const cannotRun = code === 3
  const { stats, ...tests } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  addPart(name, from, {
    passed: stats?.expected ?? tests.numPassedTests ?? Number(code === 0),
    // A test file that cannot be loaded fails without a failed test.
    failed: (stats?.unexpected ?? tests.numFailedTests) || Number(code !== 0 && !cannotRun),
    skipped: stats?.skipped ?? tests.numPendingTests ?? Number(cannotRun),
    flaky: stats?.flaky ?? 0,
  })
  return code === 0
}

function addPart(name: string, from: number, counts: typeof total) {
  for (const key of ['passed', 'failed', 'skipped', 'flaky'] as const) total[key] += counts[key]
  summary.push(formatPart(name, counts, from))
  process.stdout.write(`\n== ${summary.at(-1)}\n`)
}

function formatPart(name: string, { passed, failed, skipped, flaky }: typeof total, from: number): string {
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  return `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped${flaky ? `, ${flaky} flaky` : ''} (${seconds} s)`
}

/** Prints the summary. Exits with 1 if something failed, if nothing ran or, in CI, if something was skipped. */
function finish(): never {
  process.stdout.write(`\n${summary.join('\n')}\n\n${formatPart('Together', total, started)}\n`)
  const isIncomplete = process.env['CI_REQUIRE_ALL'] === '1' && total.skipped > 0
  process.exit(total.failed || !total.passed || isIncomplete ? 1 : 0)
}
