import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** What one part had to say, in tests and in seconds. */
type Part = {
  name: string
  passed: number
  failed: number
  skipped: number
  flaky: number
  seconds: number
  /** What failed or needed a second try, by file and title. */
  toLookAt: string[]
}

const root = new URL('../', import.meta.url).pathname
/** Where runners leave what they counted. */
export const reports = `${root}node_modules/.cache/primp/reports/`
/** Whether a PostgreSQL is at hand. */
export const postgres = Boolean(process.env['TEST_DATABASE_URL'])
const requireAll = process.env['CI_REQUIRE_ALL'] === '1'
const parts: Part[] = []
const started = performance.now()

/** Runs a command; with `quiet` its output is kept back and answered. */
const run = (
  command: string,
  args: string[],
  env: Record<string, string> = {},
  quiet = false,
): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        output += text
      })
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
    child.on('error', (fault) => resolve({ code: 1, output: fault.message }))
  })

function add(name: string, from: number, counted: Partial<Part>): void {
  const seconds = (performance.now() - from) / 1000
  const part = { name, passed: 0, failed: 0, skipped: 0, flaky: 0, seconds, toLookAt: [], ...counted }
  parts.push(part)
  process.stdout.write(`\n== ${lineOf(part)}\n`)
}

/** Where a part leaves what it counted; parts may run side by side. */
const reportOf = (name: string): string => `${reports}${name.toLowerCase().replace(/\W+/g, '-')}.json`

const lineOf = ({ name, passed, failed, skipped, flaky, seconds }: Part): string =>
  `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped${flaky ? `, ${flaky} flaky` : ''} (${seconds.toFixed(1)} s)`

/** A step without tests; whatever it says is shown only where it fails, and then nothing else is worth trying. */
export async function prepare(name: string, command: string, args: string[]): Promise<void> {
  const from = performance.now()
  const { code, output } = await run(command, args, {}, true)
  process.stdout.write(`\n== ${name} (${((performance.now() - from) / 1000).toFixed(1)} s)\n`)
  if (code === 0) return
  process.stdout.write(output)
  process.exit(1)
}

/** A command that passes or fails as one; several may run at once. */
export async function check(name: string, command: string, args: string[]): Promise<void> {
  const from = performance.now()
  const { code, output } = await run(command, args, {}, true)
  if (code !== 0) process.stdout.write(output)
  add(name, from, code === 0 ? { passed: 1 } : { failed: 1, toLookAt: [`Failed: ${name}`] })
}

/** The scanners that are here, against a site of their own; where there is none that is a line and no part. */
export async function scanners(name: string): Promise<void> {
  const from = performance.now()
  const { code, output } = await run('node', ['tests/scanners/run.ts'], {}, true)
  process.stdout.write(`\n${output}`)
  if (code === NO_SCANNER) return
  add(name, from, code === 0 ? { passed: 1 } : { failed: 1, toLookAt: [`Failed: ${name}`] })
}
const NO_SCANNER = 3

type Options = {
  engine?: 'postgres' | 'pglite'
  /** Files, and the tests in each, in the order that this number draws. */
  seed?: number
  /** Only these files, by a part of their path. */
  files?: string[]
  /** Only tests whose title has this, as a regular expression. */
  title?: string
  /** How many processes share the files. */
  workers?: number
  /** False runs properties at their small size, `PROVE` or not. */
  full?: boolean
  /** A few files that failed are run again by themselves, and what passes then is told as that. */
  secondTry?: boolean
}

/** Test files of these projects of `vitest.config.ts`. */
export async function vitest(name: string, projects: string[], options: Options = {}): Promise<void> {
  const from = performance.now()
  const first = await vitestOnce(name, projects, options)
  // A busy machine breaks limits of time, by itself a file keeps them: few are asked once more, without another chance.
  const files = first.failures.map(({ file }) => file)
  const asked = options.secondTry && files.length > 0 && files.length <= FEW
  const passedAlone =
    asked && (await vitestOnce(`${name} once more`, projects, { ...options, files, workers: 1 })).code === 0
  const word = passedAlone ? 'Needed a second try, then passed alone' : 'Failed'
  add(name, from, {
    toLookAt: first.failures.flatMap(({ file, titles }) => titles.map((title) => `${word}: ${file} > ${title}`)),
    passed: first.passed + (passedAlone ? first.failed : 0),
    // A file that does not even load has no test to count, but it has failed.
    failed: passedAlone ? 0 : first.failed || (first.code === 0 ? 0 : 1),
    skipped: first.skipped,
  })
}
const FEW = 3

/** One run of these files, and what it left behind. */
async function vitestOnce(name: string, projects: string[], options: Options) {
  const { engine, seed, files = [], title, workers, full = true } = options
  const named = title !== undefined || projects.length > 1
  const file = reportOf(name)
  const { code } = await run(
    'vitest',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      `--reporter=${named ? 'default' : 'dot'}`,
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
      ...(seed === undefined ? [] : ['--sequence.shuffle', `--sequence.seed=${seed}`]),
      ...(title === undefined ? [] : ['-t', title]),
      ...files,
    ],
    { ...(engine ? { TEST_ENGINE: engine } : {}), ...(full ? {} : { PROVE: '' }) },
  )
  if (!existsSync(file)) {
    const failures = [{ file: name, titles: ['it did not run'] }]
    return { code: code || 1, failures, passed: 0, failed: 1, skipped: 0 }
  }
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
  }
  return {
    code,
    failures: report.testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name: path, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed')
        const titles = failed.length ? failed.map(({ fullName }) => fullName) : ['could not be loaded']
        return { file: relative(root, path), titles }
      }),
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    // Tests that a name leaves out are not skipped: nobody asked for them.
    skipped: title ? 0 : report.numPendingTests + report.numTodoTests,
  }
}

/** What people do, in a browser, on the built site: on PostgreSQL where there is one, unless `engine` says which. */
export async function journeys(
  name: string,
  { only = [], engine }: { only?: string[]; engine?: 'pglite' } = {},
): Promise<void> {
  const from = performance.now()
  const whole = process.env['CHROMIUM_WHOLE'] ?? ['chromium', 'google-chrome'].map(which).find(Boolean)
  const chromium = process.env['CHROMIUM'] ?? which('chromium-headless-shell') ?? whole
  if (!chromium || !whole) {
    process.stdout.write(
      '\nNo Chromium found. Install chromium and chromium-headless-shell, or name them in CHROMIUM_WHOLE and CHROMIUM.\n',
    )
    return add(name, from, requireAll ? { failed: 1 } : { skipped: 1 })
  }
  const file = reportOf(name)
  const env = {
    CHROMIUM: chromium,
    CHROMIUM_WHOLE: whole,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...(engine ? { TEST_ENGINE: engine } : {}),
  }
  const { code } = await run('playwright', ['test', ...only], env)
  if (!existsSync(file)) return add(name, from, { failed: 1, toLookAt: [`Failed: ${name}: it did not run`] })
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    suites: Suite[]
  }
  const flaky = suites.filter((suite) => withStatus('flaky', suite).length)
  // A journey that needed a second try is asked once more with all of its file, by itself and without another chance.
  const again =
    flaky.length && !stats.unexpected
      ? await run('playwright', ['test', ...only, ...flaky.map(({ title }) => title), '--retries=0', '--workers=1'], {
          ...env,
          PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(`${name} once more`),
        })
      : undefined
  const second = again?.code === 0 ? 'Needed a second try, then passed alone' : 'Flaky'
  add(name, from, {
    toLookAt: [
      ...suites.flatMap((suite) => withStatus('unexpected', suite)).map((title) => `Failed: ${title}`),
      ...flaky.flatMap((suite) => withStatus('flaky', suite)).map((title) => `${second}: ${title}`),
    ],
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected || (code === 0 ? 0 : 1),
    skipped: stats.skipped,
    flaky: again?.code === 0 ? 0 : stats.flaky,
  })
}

type Suite = { title: string; suites?: Suite[]; specs?: { title: string; tests: { status: string }[] }[] }

const withStatus = (wanted: 'flaky' | 'unexpected', { title, suites = [], specs = [] }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map((spec) => `${title} > ${spec.title}`),
  ...suites.flatMap((suite) => withStatus(wanted, suite).map((inner) => `${title} > ${inner}`)),
]

function which(name: string): string | undefined {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

/** Says what each part took and ends the process: 1 where something failed, or in CI was skipped or needed a second try. */
export function finish(): never {
  const sum = (count: (part: Part) => number) => parts.reduce((total, part) => total + count(part), 0)
  const total = {
    name: 'Together',
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    flaky: sum(({ flaky }) => flaky),
    seconds: (performance.now() - started) / 1000,
    toLookAt: parts.flatMap(({ toLookAt }) => toLookAt),
  }
  // The last lines of a long log are the ones that are kept.
  if (total.toLookAt.length) process.stdout.write(`\n${total.toLookAt.join('\n')}\n`)
  process.stdout.write(`\n${parts.map(lineOf).join('\n')}\n\n${lineOf(total)}\n`)
  process.exit(total.failed || !total.passed || (requireAll && (total.skipped || total.flaky)) ? 1 : 0)
}
